import { expect, test } from 'vitest'
import { isAboutLogin, wrongSetting } from './wrong-setting.ts'

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)
const atConnecting = (message: string, code = 'ESOCKET') => failure(message, { code, command: 'CONN' })

// As nodemailer said them of a mail server on this machine.
test.each([
  [
    'smtps:// at a port for smtp://',
    atConnecting(
      '40E3:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../a.c:78:',
    ),
    /smtps:\/\/ at a port/,
  ],
  ['smtp:// at a port for smtps://', atConnecting('Greeting never received', 'ETIMEDOUT'), /no greeting/],
  [
    'a certificate that nobody signed',
    atConnecting('self-signed certificate; if the root CA'),
    /not trusted/,
  ],
  ['a wrong port', atConnecting('connect ECONNREFUSED 127.0.0.1:1'), /nothing answers/],
  ['an unknown host', atConnecting('getaddrinfo ENOTFOUND stand', 'EDNS'), /unknown host.*%23/],
  [
    'a missing password',
    failure('Mail command failed: 530 Error: authentication Required', {
      code: 'EENVELOPE',
      command: 'MAIL FROM',
      response: '530 Error: authentication Required',
    }),
    /requires a user and password/,
  ],
  [
    'a wrong password',
    failure('Invalid login: 535 bad hunter2', { code: 'EAUTH', command: 'AUTH PLAIN' }),
    /refuses that user/,
  ],
])('%s is said of SMTP_URL', (_what, error, line) => {
  expect(wrongSetting(error)).toMatch(/^SMTP_URL: /)
  expect(wrongSetting(error)).toMatch(line)
  expect(wrongSetting(error)).not.toContain('hunter2')
})

test('the mail server’s answer to one mail concerns no setting', () => {
  const refused = failure('550 5.1.1 no such user', {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    response: '550 5.1.1 no such user',
  })
  expect(wrongSetting(refused)).toBeUndefined()
  expect(isAboutLogin(refused)).toBe(false)
  expect(wrongSetting(undefined)).toBeUndefined()
})

test('a folder that cannot be written is reported as DATA_DIR', () => {
  expect(wrongSetting(failure('ENOSPC: no space left on device', { code: 'ENOSPC' }))).toMatch(/^DATA_DIR: /)
})
