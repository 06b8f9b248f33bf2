import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminLogin } from '../../contract/admin/login.ts'
import { getMyInfo, logout } from '../../contract/member.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { getSchedule } from '../../contract/schedule.ts'
import { abortReads, ApiError, call, NetworkError, onSignedOut, queryText } from './client.ts'

const send = vi.fn<typeof fetch>()

beforeEach(() => {
  send.mockReset()
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('document', { cookie: 'a=1; csrftoken=t0ken' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  onSignedOut(() => {})
  abortReads()
})

const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const refused = (status: number, code: string, more = {}) =>
  json({ code, error: '안 됩니다.', message: '안 됩니다.', ...more }, status)

const sent = () => {
  const [address, init] = send.mock.calls[0] ?? []
  return { address, headers: new Headers(init?.headers), body: init?.body, method: init?.method }
}

test('writes params, query and body where they belong', async () => {
  send.mockImplementation(async () => json({ date: '2026-11-21', tour_schedule: [], room_schedule: [] }))
  await call(getSchedule, { query: { date: '2026-11-21' } })
  expect(sent()).toMatchObject({ address: '/api/user/schedule/?date=2026-11-21', method: 'GET' })
  expect(sent().headers.get('X-CSRFToken')).toBeNull()

  send.mockClear()
  send.mockImplementation(async () => json({ message: '', reservation: {} }))
  const body = { type: 'VIP_TOUR', action: 'approve' } as const
  await call(actOnReservation, { params: { id: '7' }, body }, { idempotencyKey: 'key' })
  expect(sent()).toMatchObject({ address: '/api/admin/reservations/7/action/', body: JSON.stringify(body) })
  expect(sent().headers.get('X-CSRFToken')).toBe('t0ken')
  expect(sent().headers.get('Idempotency-Key')).toBe('key')
})

test.each([
  [{ page: 2 }, '?page=2'],
  [{ search: '', page: undefined }, ''],
  [{ search: '한빛 & 누리', page: undefined }, '?search=%ED%95%9C%EB%B9%9B+%26+%EB%88%84%EB%A6%AC'],
])('%j becomes the query %j', (values, query) => {
  expect(queryText(values)).toBe(query)
})

const PERSONAL = { ETag: '"abc-br"', 'Cache-Control': 'no-store' }

test('an unchanged personal answer comes from memory, not from the browser’s cache', async () => {
  send.mockImplementation(async () => json({ name: '박지민' }, 200, PERSONAL))
  expect(await call(getMyInfo, {})).toEqual({ name: '박지민' })
  expect(sent().headers.get('If-None-Match')).toBeNull()
  for (const _ of [1, 2]) {
    send.mockReset()
    send.mockImplementation(async () => new Response(null, { status: 304, headers: PERSONAL }))
    expect(await call(getMyInfo, {})).toEqual({ name: '박지민' })
    expect(sent().headers.get('If-None-Match')).toBe('"abc-br"')
  }
})

test('after a logout no answer is in memory any more', async () => {
  send.mockImplementation(async () => json({ name: '박지민' }, 200, PERSONAL))
  await call(getMyInfo, {})
  abortReads()
  send.mockClear()
  await call(getMyInfo, {})
  expect(sent().headers.get('If-None-Match')).toBeNull()
})

test('an answer without a tag is not asked for by one', async () => {
  send.mockImplementation(async () => json({}, 200, { 'Cache-Control': 'no-store' }))
  await call(getMyInfo, {})
  await call(getMyInfo, {})
  expect(new Headers(send.mock.calls[1]?.[1]?.headers).get('If-None-Match')).toBeNull()
})

test('a refusal is an ApiError with its code, text, fields and wait', async () => {
  const body = { code: 'too_many_requests', error: '잠시 후', message: '잠시 후', fields: { name: '이름' } }
  send.mockImplementation(async () => json(body, 429, { 'Retry-After': '42' }))
  const failure = await call(getMyInfo, {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    text: '잠시 후',
    fields: { name: '이름' },
    retryAfter: 42,
    isOwn: true,
  })
})

test.each([
  [{ error: 'Email already exists' }, 'email_exists', 'Email already exists'],
  [{ message: 'Email already exists' }, 'email_exists', 'Email already exists'],
  [{ error: '이미 예약된 시간입니다.' }, 'internal', '이미 예약된 시간입니다.'],
  [{ message: '이미 등록된 날짜입니다.' }, 'internal', '이미 등록된 날짜입니다.'],
])('a refusal with one text alone, %j, is read as well', async (body, code, text) => {
  send.mockImplementation(async () => json(body, 409))
  await expect(call(getMyInfo, {})).rejects.toMatchObject({ status: 409, code, text, isOwn: true })
})

test("a proxy's error page is a failure of the service", async () => {
  send.mockImplementation(async () => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(call(getMyInfo, {})).rejects.toMatchObject({
    status: 502,
    code: 'internal',
    retryAfter: null,
    isOwn: false,
  })
})

test.each([
  ['nobody answers', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a captive portal answers', async () => new Response('<h1>Welcome to the hall</h1>')],
])('when %s it is a NetworkError', async (_, answer) => {
  send.mockImplementation(answer)
  await expect(call(getMyInfo, {})).rejects.toBeInstanceOf(NetworkError)
})

test('a read that is given up has no answer, and can end no session; a write is not given up', async () => {
  const told = vi.fn<(audience: string) => void>()
  onSignedOut(told)
  const answered = Promise.withResolvers<void>()
  send.mockImplementation(
    (_, init) =>
      new Promise((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        void answered.promise.then(() => resolve(json({ message: '로그아웃되었습니다.' })))
      }),
  )
  const [read, write] = [call(getMyInfo, {}), call(logout, {})]
  abortReads()
  await expect(read).rejects.toBeInstanceOf(NetworkError)
  answered.resolve()
  await expect(write).resolves.toBeDefined()
  expect(told).not.toHaveBeenCalled()
})

test('a write that is refused after the next session has begun does not end that one', async () => {
  const told = vi.fn<(audience: string) => void>()
  onSignedOut(told)
  const late = Promise.withResolvers<Response>()
  send.mockImplementation(() => late.promise)
  const write = call(actOnReservation, { params: { id: '7' }, body: { type: 'VIP_TOUR', action: 'approve' } })
  abortReads()
  late.resolve(refused(401, 'not_authenticated'))
  await expect(write).rejects.toMatchObject({ status: 401 })
  expect(told).not.toHaveBeenCalled()
})

test('an ended session is reported to the app, a wrong password is not', async () => {
  const told = vi.fn<(audience: string) => void>()
  onSignedOut(told)
  send.mockImplementation(async () => refused(401, 'login_failed'))
  await expect(call(adminLogin, { body: { name: 'a', password: 'b' } })).rejects.toBeInstanceOf(ApiError)
  // Said by something on the way, as the login of a network.
  send.mockImplementation(async () => new Response('<h1>Wi-Fi</h1>', { status: 401 }))
  await expect(call(getMyInfo, {})).rejects.toBeInstanceOf(ApiError)
  expect(told).not.toHaveBeenCalled()
  send.mockImplementation(async () => refused(401, 'not_authenticated'))
  await expect(call(getMyInfo, {})).rejects.toBeInstanceOf(ApiError)
  expect(told).toHaveBeenCalledExactlyOnceWith('member')
})
