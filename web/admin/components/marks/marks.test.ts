import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeStorage } from '../../../../test/memory-storage.ts'
import { adjustNow, startTiming } from '../../../browser/clock.ts'
import { noteAdmin } from '../use-may.ts'
import { mark } from './marking.ts'
import { change, isUnsent, marks, resumeMarks } from './marks.ts'

const send = vi.fn<typeof fetch>()
const AGAIN_MS = 5_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', sessionStorage)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', send.mockReset().mockRejectedValue(new TypeError('Failed to fetch')))
})
afterEach(() => {
  change([])
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ARRIVED = '2026-11-20T10:00:00+01:00'
const answer = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))
const refused = (status: number, code: string) =>
  answer(status, { code, error: '안 됩니다.', message: '안 됩니다.' })
const accepted = answer(200, { message: '도착을 확인했습니다.', reservation: { id: 7, arrived_at: ARRIVED } })

const press = () => mark({ id: 7, name: '박지민' })
const pass = () => vi.advanceTimersByTimeAsync(AGAIN_MS)
const unsent = () => marks.get().filter(isUnsent).length
const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('arrival:'))
const sent = () =>
  send.mock.calls.filter(([address]) => address === '/api/admin/reservations/7/arrival/').length

test.each([
  [401, 'not_authenticated'],
  [403, 'password_change_required'],
  [403, 'second_factor_setup_required'],
  [403, 'csrf_failed'],
])('an arrival waits for an administrator who may send it: %i %s', async (status, code) => {
  send.mockImplementation(refused(status, code))
  press()
  await pass()
  expect([unsent(), kept().length]).toEqual([1, 1])
  send.mockImplementation(accepted)
  await pass()
  expect([unsent(), kept().length]).toEqual([0, 0])
  expect(marks.get()).toMatchObject([{ state: 'done', arrived_at: ARRIVED }])
})

test('a refused arrival is shown and not sent again', async () => {
  send.mockImplementation(refused(409, 'already_arrived'))
  press()
  await pass()
  expect(marks.get()).toMatchObject([{ state: 'refused', text: '안 됩니다.' }])
  expect(sent()).toBe(1)
})

test('a device with full storage sends an arrival at once, and retries it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  press()
  await pass()
  expect(unsent()).toBe(1)
  send.mockImplementation(accepted)
  await pass()
  expect(marks.get()).toMatchObject([{ state: 'done' }])
})

test('an arrival that waits is sent although the data of the browser were deleted', async () => {
  press()
  await vi.advanceTimersByTimeAsync(0)
  localStorage.clear()
  resumeMarks({ key: null, newValue: null })
  await pass()
  // Kept again, for a tab that is closed.
  expect(kept()).toHaveLength(1)
  send.mockImplementation(accepted)
  await pass()
  expect(marks.get()).toMatchObject([{ state: 'done' }])
})

test('an arrival that another tab has sent or taken back is not sent again', async () => {
  press()
  await pass()
  const before = sent()
  const [key] = kept()
  localStorage.removeItem(key)
  resumeMarks({ key, newValue: null })
  expect(marks.get()).toEqual([])
  await pass()
  expect(sent()).toBe(before)
})

test('a phone that is two hours slow, opened anew without a network, keeps the true time of an arrival', async () => {
  vi.stubGlobal('localStorage', makeStorage())
  vi.setSystemTime('2026-11-20T08:00:00+01:00')
  adjustNow(ARRIVED, startTiming())
  noteAdmin(1)
  sessionStorage.clear()
  vi.resetModules()
  vi.stubGlobal('document', undefined)
  const opened = await import('./marking.ts')
  opened.mark({ id: 7, name: '박지민' })
  expect((await import('./marks.ts')).marks.get()).toMatchObject([{ at: ARRIVED }])
})
