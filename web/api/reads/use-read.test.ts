import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { ApiError, NetworkError } from '../client.ts'
import { listEventDates } from '../../../contract/event-date.ts'
import { OPENED_AT } from '../../browser/clock.ts'
import { patchCache, pauseAfter, POLL_MS, queryClient } from './use-read.ts'

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
  expect(pauseAfter({ error, dataUpdatedAt: OPENED_AT }, POLL_MS)).toBe(seconds * 1_000)
})

test('what a page polls as often it polls in the same moment, whenever each was answered', () => {
  const nextAfter = (seconds: number) => {
    const answeredAt = OPENED_AT + seconds * 1_000
    return seconds + pauseAfter({ error: null, dataUpdatedAt: answeredAt }, POLL_MS) / 1_000
  }
  expect([0.4, 12, 29.9].map(nextAfter)).toEqual([30, 30, 30])
  expect([30.2, 59].map(nextAfter)).toEqual([60, 60])
  // The phone's clock was set back.
  expect([-100, -90.5].map(nextAfter)).toEqual([-90, -90])
})

test('what is asked for more often than that stays so after a failure', () => {
  const failed = { error: new NetworkError('no answer'), dataUpdatedAt: 0 }
  expect(pauseAfter(failed, 5_000)).toBe(5_000)
})

test('what a write has changed shows for every input, and an answer from before does not undo it', async () => {
  const [all, other] = [
    [listEventDates.path, {}],
    [listEventDates.path, { page: 2 }],
  ]
  const day = (id: number) => ({ id, date: '2026-11-20' })
  queryClient.setQueryData(all, [day(1)])
  queryClient.setQueryData(other, [day(2)])
  const before = Promise.withResolvers<unknown>()
  const poll = queryClient.fetchQuery({
    queryKey: all,
    queryFn: () => before.promise,
    retry: false,
    staleTime: 0,
  })
  await patchCache(listEventDates, (days) => [...days, day(3)])
  before.resolve([day(1)])
  await poll.catch(() => {})
  expect(queryClient.getQueryData(all)).toEqual([day(1), day(3)])
  expect(queryClient.getQueryData(other)).toEqual([day(2), day(3)])
  queryClient.clear()
})
