import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bookTourFor } from '../../../contract/admin/walk-ins.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { endMeeting } from '../../../contract/meeting.ts'
import { ApiError } from '../client.ts'
import { callWithRetry, openRequest, UnansweredError } from './retrying-call.ts'
import { forgetMember } from '../session.ts'

const send = vi.fn<typeof fetch>()
let page: EventTarget & { hidden: boolean; cookie: string }
let phone: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  send.mockReset()
  page = Object.assign(new EventTarget(), { hidden: false, cookie: '' })
  phone = new EventTarget()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', phone.addEventListener.bind(phone))
  vi.stubGlobal('removeEventListener', phone.removeEventListener.bind(phone))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))
const answer = (status: number, body: object, headers = {}) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers }))
const done = () => answer(200, { message: '종료되었습니다.' })
const refused = (status: number, code: string, headers = {}) =>
  answer(status, { code, error: '안 됩니다.', message: '안 됩니다.' }, headers)

const keys = () => send.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'))
const endPatiently = (onRetry = () => {}) => {
  const result = callWithRetry(endMeeting, { params: { id: '7' } }, { onRetry })
  result.catch(() => {})
  return result
}

test('a lost answer is asked for again after 1, 2, 4 and 8 seconds, under one key', async () => {
  send.mockImplementation(noAnswer)
  const retrying = vi.fn<() => void>()
  const result = endPatiently(retrying)
  const sentAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return send.mock.calls.length
  }
  expect(await sentAfter(999)).toBe(1)
  expect(await sentAfter(1)).toBe(2)
  expect(await sentAfter(2_000)).toBe(3)
  expect(await sentAfter(4_000)).toBe(4)
  expect(retrying).toHaveBeenCalled()
  send.mockImplementation(done)
  expect(await sentAfter(8_000)).toBe(5)
  await expect(result).resolves.toEqual({ message: '종료되었습니다.' })
  expect(new Set(keys()).size).toBe(1)
  expect(keys()[0]).toMatch(/^[a-z\d-]{8,64}$/)
})

test.each([408, 502, 503, 504])('a %i of something on the way is no answer', async (status) => {
  send.mockImplementationOnce(() => refused(status, 'not_ready')).mockImplementation(done)
  const result = endPatiently()
  await vi.advanceTimersByTimeAsync(1_000)
  await expect(result).resolves.toBeDefined()
})

test.each([
  [409, 'slot_taken'],
  [400, 'invalid_input'],
  [500, 'internal'],
])('a refusal %i %s is an answer: it is not sent again', async (status, code) => {
  send.mockImplementation(() => refused(status, code))
  await expect(endPatiently()).rejects.toMatchObject({ code })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test('after 45 seconds without an answer it reports an unknown outcome and stops', async () => {
  send.mockImplementation(noAnswer)
  const result = endPatiently()
  await vi.advanceTimersByTimeAsync(45_000)
  await expect(result).rejects.toBeInstanceOf(UnansweredError)
  const sent = send.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(sent)
})

test('when the network comes back it is sent at once', async () => {
  send.mockImplementationOnce(noAnswer).mockImplementation(done)
  const result = endPatiently()
  await vi.advanceTimersByTimeAsync(10)
  phone.dispatchEvent(new Event('online'))
  await expect(result).resolves.toBeDefined()
})

test('while nobody looks at the page it waits, and goes on when somebody does', async () => {
  send.mockImplementationOnce(noAnswer).mockImplementation(done)
  const result = endPatiently()
  page.hidden = true
  await vi.advanceTimersByTimeAsync(600_000)
  expect(send).toHaveBeenCalledTimes(1)
  page.hidden = false
  page.dispatchEvent(new Event('visibilitychange'))
  await expect(result).resolves.toBeDefined()
})

test('a service that says when to come again is not asked sooner', async () => {
  send
    .mockImplementationOnce(() => refused(503, 'not_ready', { 'Retry-After': '20' }))
    .mockImplementation(done)
  const result = endPatiently()
  await vi.advanceTimersByTimeAsync(19_999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toBeDefined()
})

test('a service that asks for a very long wait is reported at once', async () => {
  send.mockImplementation(() => refused(429, 'too_many_requests', { 'Retry-After': '600' }))
  await expect(endPatiently()).rejects.toBeInstanceOf(ApiError)
  expect(send).toHaveBeenCalledTimes(1)
})

test('a limit that is to be shown is shown at once, however short the wait', async () => {
  send.mockImplementation(() => refused(429, 'too_many_requests', { 'Retry-After': '5' }))
  const result = callWithRetry(endMeeting, { params: { id: '7' } }, { tellsLimit: true })
  await expect(result).rejects.toMatchObject({ status: 429, retryAfter: 5 })
  expect(send).toHaveBeenCalledTimes(1)
})

test('nothing is sent for somebody who has left', async () => {
  send.mockImplementation(noAnswer)
  const result = endPatiently()
  await vi.advanceTimersByTimeAsync(10)
  forgetMember()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(result).rejects.toBeDefined()
  expect(send).toHaveBeenCalledTimes(1)
})

const visitor = { company: '한빛전자', name: '박지민', phone: '010-2345-6789' }
const tourFor = (count: number) =>
  openRequest(reserveTour, {
    body: { available_tour_id: 11, event_date_id: 3, visitor: { ...visitor, count } },
  })
/** Sends a request until it is answered or given up; the key that it went under. */
const keyOf = async (request: Pick<ReturnType<typeof tourFor>, 'send'>) => {
  const sent = request.send().catch(() => {})
  await vi.advanceTimersByTimeAsync(45_000)
  await sent
  return keys().at(-1)
}

test('the same words of a form go under the same key until they are answered', async () => {
  send.mockImplementation(noAnswer)
  const key = await keyOf(tourFor(2))
  expect(tourFor(2).followsUnanswered).toBe(false)
  expect(await keyOf(tourFor(2))).toBe(key)
  const walkIn = openRequest(bookTourFor, {
    body: { user_id: 7, available_tour_id: 11, event_date_id: 3, visitor: { ...visitor, count: 2 } },
  })
  expect(await keyOf(walkIn)).not.toBe(key)
  const changed = tourFor(3)
  expect(changed.followsUnanswered).toBe(true)
  expect(await keyOf(changed)).not.toBe(key)
})

test.each([
  ['an answer', done],
  ['a refusal', () => refused(409, 'slot_taken')],
])('after %s the same words are a new request', async (_, answered) => {
  send.mockImplementation(noAnswer)
  const key = await keyOf(tourFor(2))
  send.mockImplementation(answered)
  expect(await keyOf(tourFor(2))).toBe(key)
  expect(await keyOf(tourFor(2))).not.toBe(key)
  expect(tourFor(3).followsUnanswered).toBe(false)
})

test('refused for want of a session, the same words are the same request after the login', async () => {
  send.mockImplementation(noAnswer)
  const key = await keyOf(tourFor(2))
  send.mockImplementation(() => refused(401, 'not_authenticated'))
  expect(await keyOf(tourFor(2))).toBe(key)
  send.mockImplementation(done)
  expect(await keyOf(tourFor(2))).toBe(key)
})

test.each([
  ['before the network fails', 0],
  ['while the next attempt is waited for', 500],
])('who leaves the form %s is told, and nothing is sent any more', async (_, ms) => {
  send.mockImplementation(noAnswer)
  let isOpen = ms > 0
  const result = callWithRetry(endMeeting, { params: { id: '7' } }, { onRetry: () => isOpen })
  result.catch(() => {})
  await vi.advanceTimersByTimeAsync(ms)
  isOpen = false
  await vi.advanceTimersByTimeAsync(100_000)
  await expect(result).rejects.toThrow(UnansweredError)
  expect(send).toHaveBeenCalledTimes(1)
})
