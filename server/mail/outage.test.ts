import { expect, test } from 'vitest'
import { isOutage } from './outage.ts'

const failure = (facts: object) => Object.assign(new Error('no'), facts)

// As nodemailer reports them.
test.each([
  ['a server that is away', { code: 'ESOCKET', command: 'CONN' }],
  ['a server that says nothing', { code: 'ETIMEDOUT', command: 'CONN' }],
  ['a server that hangs up again and again', { code: 'ECONNECTION' }],
  ['a wrong password', { code: 'EAUTH', command: 'AUTH PLAIN', response: '535 5.7.8 bad credentials' }],
  ['a refused sender', { code: 'EENVELOPE', command: 'MAIL FROM', response: '550 5.7.1 not yours' }],
  ['a blocked sender', { code: 'EMESSAGE', command: 'DATA', response: '550 5.1.8 bad outbound sender' }],
  ['a daily limit', { code: 'EMESSAGE', command: 'DATA', response: '550 5.4.5 Daily user sending limit' }],
  ['a limit at the recipient', { code: 'EENVELOPE', command: 'RCPT TO', response: '550-5.4.5 limit' }],
  ['a limit in words', { code: 'EMESSAGE', command: 'DATA', response: '554 hourly message quota exceeded' }],
  ['a busy server', { code: 'EENVELOPE', command: 'RCPT TO', response: '421 4.7.0 try later' }],
  ['a throttled account', { code: 'EMESSAGE', command: 'DATA', response: '454 Throttling failure' }],
  ['a full disk of the server', { code: 'EMESSAGE', command: 'DATA', response: '452 4.3.1 storage' }],
])('%s refuses any mail', (_what, facts) => {
  expect(isOutage(failure(facts))).toBe(true)
})

test.each([
  ['an unknown mailbox', { code: 'EENVELOPE', command: 'RCPT TO', response: '550 5.1.1 no such user' }],
  ['a full mailbox', { code: 'EENVELOPE', command: 'RCPT TO', response: '452 4.2.2 quota exceeded' }],
  ['a greylisted sender', { code: 'EENVELOPE', command: 'RCPT TO', response: '450 4.7.1 greylisted' }],
  ['a large message at once', { code: 'EENVELOPE', command: 'MAIL FROM', response: '552 too large' }],
  ['a large message', { code: 'EMESSAGE', command: 'DATA', response: '552 5.3.4 too large' }],
  ['a refused text', { code: 'EMESSAGE', command: 'DATA', response: '554 5.7.1 spam' }],
  ['an invalid address', { code: 'EENVELOPE', command: 'API' }],
  ['a stop of the service', { code: 'EABORT' }],
  ['a fault of the program', {}],
])('%s concerns one mail', (_what, facts) => {
  expect(isOutage(failure(facts))).toBe(false)
})
