import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { ApiError, NetworkError } from '../client.ts'
import { pauseAfter, POLL_MS } from './use-read.ts'

const refusal = (code: ErrorCode, retryAfter: number | null = null) => {
  const { status, text } = ERRORS[code]
  return new ApiError(status, { code, error: text, message: text }, retryAfter)
}

test.each([
  ['an answer', null, 30],
  ['no answer', new NetworkError('no answer'), 10],
  ['a failure of the service', refusal('internal'), 10],
  ['a service that says when to come again', refusal('not_ready', 45), 45],
  ['a day that is none of the event', refusal('no_schedule_data'), 30],
  ['too many requests, with a short wait', refusal('too_many_requests', 5), 10],
  ['too many requests, nobody knows for how long', refusal('too_many_requests'), 30],
])('after %s a list is asked for again in that many seconds', (_, error, seconds) => {
  expect(pauseAfter(error, POLL_MS)).toBe(seconds * 1_000)
})

test('what is asked for more often than that stays so after a failure', () => {
  expect(pauseAfter(new NetworkError('no answer'), 5_000)).toBe(5_000)
})
