import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { ApiError, NetworkError } from '../client.ts'
import { listEventDates } from '../../../contract/event-date.ts'
import { patchCache, pauseAfter, POLL_MS, queryClient } from './use-read.ts'

const refusal = (code: ErrorCode, retryAfter: number | null = null) => {
  const { status, text } = ERRORS[code]
  return new ApiError(status, { code, error: text, message: text }, retryAfter)
}

test.each([
  ['an answer', null, 30],
  ['no answer', new NetworkError('no answer'), 30],
  ['a failure of the service', refusal('internal'), 30],
  ['a service that says when to come again', refusal('not_ready', 45), 45],
  ['too many requests, with a short wait', refusal('too_many_requests', 5), 30],
])('after %s a list is asked for again in that many seconds', (_, error, seconds) => {
  expect(pauseAfter(error, POLL_MS)).toBe(seconds * 1_000)
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
