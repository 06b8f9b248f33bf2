import { expect, test } from 'vitest'
import { shortReason } from './short-reason.ts'

test.each([
  [
    'an answer over two lines',
    new Error('Message failed: 451 try\r\n451 later'),
    'Message failed: 451 try 451 later',
  ],
  [
    'an address with credentials',
    new Error('no smtp://me:se/cret@mail.example.com'),
    'no smtp://mail.example.com',
  ],
  ['a failure without a message', Object.assign(new Error(''), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
  ['what the queue reports', { message: 'relation is missing', queue: 'mail' }, 'relation is missing'],
  ['a text', 'stopped', 'stopped'],
  ['nothing', undefined, 'undefined'],
  ['half a letter', new Error('a\ud83d'), 'a\ufffd'],
])('%s becomes a short reason', (_what, error, reason) => {
  expect(shortReason(error)).toBe(reason)
})

test('a long answer is cut', () => {
  expect(shortReason(new Error('x'.repeat(5000)))).toHaveLength(300)
})
