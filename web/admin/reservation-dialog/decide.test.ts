import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Reservation } from '../../../contract/reservation.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import type { AdminAction } from '../../../domain/reservation.ts'
import { makeStorage } from '../../../test/memory-storage.ts'

type Sent = { path: string; body: Record<string, unknown>; key: string | null; outlives: boolean | undefined }

let sent: Sent[]
/** The service's answers, the next one first; done where there is none. */
let answers: (() => Response | Promise<Response>)[]
let decisions: typeof import('./decide.ts')
let undo: typeof import('./undo.ts')
let store: typeof import('./decide.ts')
let clock: typeof import('../../browser/clock.ts')
let toasts: typeof import('../../ui/toast.ts')

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const refused = (status: number, code: string, error: string) => () =>
  json({ code, error, message: error }, status)
const noAnswer = () => {
  throw new TypeError('Failed to fetch')
}

async function answer(path: string, { body, headers, keepalive }: RequestInit) {
  const said = JSON.parse(body as string) as Record<string, unknown>
  sent.push({ path, body: said, key: new Headers(headers).get('Idempotency-Key'), outlives: keepalive })
  const next = answers.shift()
  if (next) return next()
  const ids = (said['reservation_ids'] ?? []) as number[]
  const isUndo = path.endsWith('take-back/')
  return json({
    message: isUndo ? '예약 승인을 되돌렸습니다.' : '예약이 승인되었습니다.',
    done: ids.length,
    failed: 0,
    results: ids.map((id) => ({ id, done: true, error: null })),
    reservation: { ...reservation(1), updated_at: isoInMadrid(clock.now()) },
  })
}

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00+01:00') })
  sent = []
  answers = []
  vi.stubGlobal('document', {
    hidden: false,
    cookie: '',
    activeElement: null,
    querySelector: () => null,
    addEventListener: () => {},
    removeEventListener: () => {},
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('HTMLElement', Object)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
  vi.stubGlobal('sessionStorage', makeStorage())
  vi.stubGlobal('fetch', answer)
  decisions = await import('./decide.ts')
  undo = await import('./undo.ts')
  store = await import('./decide.ts')
  clock = await import('../../browser/clock.ts')
  toasts = await import('../../ui/toast.ts')
})
afterEach(() => {
  // Other files of this process may be given the same module.
  for (const { id } of toasts.currentToasts()) toasts.dismissToast(id)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const reservation = (id: number) =>
  ({
    id,
    type: 'VIP_TOUR',
    updated_at: '2026-11-20T09:00:00+01:00',
    available_tour: { time: '10:30', end_time: '10:55' },
    visitor: { company: '한빛전자', name: `손님${id}` },
  }) as Reservation

const decide = (id: number, action: AdminAction = 'approve', reason: string | null = null) =>
  decisions.decide(reservation(id), action, { reason })
const decided = (id: number) => decide(id).catch(() => {})
const said = () => toasts.currentToasts().map(({ text }) => text)
const paths = () => sent.map(({ path }) => path.replace('/api/admin/reservations/', ''))

describe('a decision', () => {
  test('is sent at once, outlives its page, and its success is shown for two seconds', async () => {
    await decide(1, 'cancel', '폐장')
    expect(sent).toMatchObject([{ body: { action: 'cancel', reason: '폐장' }, outlives: true }])
    expect(said()).toEqual(['한빛전자 손님1 10:30 예약이 승인되었습니다.'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(said()).toEqual([])
  })

  test('that is pressed twice is sent once', async () => {
    await Promise.all([decide(1), decide(1), decide(1, 'reject', '내부 행사')])
    expect(paths()).toEqual(['1/action/'])
    expect(store.decidingNow().doing.size).toBe(0)
  })

  test('that fails says whose and why for four seconds, also on its row until it has left the queue', async () => {
    const why = '현재 상태(예약됨)에서는 처리할 수 없습니다.'
    answers = [refused(409, 'invalid_transition', why)]
    await expect(decide(1)).rejects.toMatchObject({ status: 409, code: 'invalid_transition' })
    expect(said()).toEqual([`한빛전자 손님1 10:30 예약 승인에 실패했습니다. ${why}`])
    expect([...store.decidingNow().failures]).toEqual([[1, why]])
    store.keepFailures(new Set([1, 2]))
    expect(store.decidingNow().failures.size).toBe(1)
    store.keepFailures(new Set([2]))
    expect(store.decidingNow().failures.size).toBe(0)
    await vi.advanceTimersByTimeAsync(4_000)
    expect(said()).toEqual([])
    undo.undoLatest()
    expect(paths()).toEqual(['1/action/'])
  })

  test('made again after an answer was lost is the same request, and about what has changed since another one', async () => {
    answers = [noAnswer, noAnswer]
    for (const _ of [1, 2, 3]) await decided(1)
    await decisions.decide({ ...reservation(1), updated_at: '2026-11-20T09:30:00+01:00' }, 'approve', {
      reason: null,
    })
    const [first, second, third, later] = sent.map(({ key }) => key)
    expect([second, third]).toEqual([first, first])
    expect(later).not.toBe(first)
  })

  test('because the session has ended is told to whoever signs in again', async () => {
    const { forgetAdmin, noteAdmin } = await import('../components/use-may.ts')
    const { onSignedOut } = await import('../../api/client.ts')
    onSignedOut(forgetAdmin)
    answers = [refused(401, 'not_authenticated', '로그인이 필요합니다.')]
    await decided(1)
    expect(said()[0]).toContain('한빛전자 손님1 10:30 예약 승인에 실패했습니다. 로그인이 만료되어')
    // The login that covers the screen begins without failures.
    const [told] = said()
    toasts.dismissFailures()
    noteAdmin('')
    expect(said()).toEqual([])
    noteAdmin(1)
    expect(said()).toEqual([told])
  })
})

test('a decision about many is one call; what was not done is said, and why on each row', async () => {
  const results = [
    { id: 1, done: true, error: null },
    { id: 2, done: false, error: '이미 지난 시간의 예약입니다.' },
  ]
  answers = [() => json({ message: '예약 1건이 승인되었습니다.', done: 1, failed: 1, results })]
  const result = await decisions.decideMany([1, 2].map(reservation), 'approve', {})
  expect(sent.map(({ body }) => body['reservation_ids'])).toEqual([[1, 2]])
  expect(result.results).toEqual(results)
  expect(toasts.currentToasts()).toMatchObject([{ tone: 'error', text: '예약 1건이 승인되었습니다.' }])
  expect([...store.decidingNow().failures.keys()]).toEqual([2])
  undo.undoLatest()
  await vi.advanceTimersByTimeAsync(0)
  expect(paths(), 'only what was approved is undone').toEqual(['bulk-action/', '1/take-back/'])
})

describe('an approval', () => {
  test('can be undone for ten seconds, the latest first', async () => {
    await decide(1)
    await decide(2)
    undo.undoLatest()
    undo.undoLatest()
    undo.undoLatest()
    await vi.advanceTimersByTimeAsync(0)
    expect(paths()).toEqual(['1/action/', '2/action/', '2/take-back/', '1/take-back/'])
    expect(said()).toContain('한빛전자 손님2 10:30 예약 승인을 되돌렸습니다.')
  })

  test('cannot be undone afterwards, nor can any other decision', async () => {
    await decide(1)
    await decide(2, 'reject', '내부 행사')
    await vi.advanceTimersByTimeAsync(9_999)
    undo.undoLatest()
    await decide(3)
    await vi.advanceTimersByTimeAsync(10_000)
    undo.undoLatest()
    await vi.advanceTimersByTimeAsync(0)
    expect(paths()).toEqual(['1/action/', '2/action/', '1/take-back/', '3/action/'])
  })

  test('of a time change is not undone, because its member has been told; others beside it are', async () => {
    const changed = { ...reservation(1), replaces: { id: 9, date: '2026-11-20', time: '', place: '' } }
    await decisions.decide(changed, 'approve')
    undo.undoLatest()
    await decisions.decideMany([changed, reservation(2)], 'approve', {})
    undo.undoLatest()
    await vi.advanceTimersByTimeAsync(0)
    expect(paths()).toEqual(['1/action/', 'bulk-action/', '2/take-back/'])
  })

  test('that was approved with others is undone with them', async () => {
    await decisions.decideMany([1, 2, 3].map(reservation), 'approve', {})
    undo.undoLatest()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.at(-1)).toMatchObject({ body: { reservation_ids: [1, 2, 3] } })
    expect(paths().at(-1)).toBe('bulk-take-back/')
  })

  test('that the service does not undo any more says why', async () => {
    await decide(1)
    answers = [refused(409, 'too_late', '이미 안내가 발송되어 되돌릴 수 없습니다.')]
    undo.undoLatest()
    await vi.advanceTimersByTimeAsync(0)
    expect(said()).toContain(
      '한빛전자 손님1 10:30 승인 되돌리기에 실패했습니다. 이미 안내가 발송되어 되돌릴 수 없습니다.',
    )
  })

  test('is undone also where the network loses the first answer', async () => {
    await decide(1)
    answers = [noAnswer]
    undo.undoLatest()
    await vi.advanceTimersByTimeAsync(1_500)
    const [first, second] = sent.slice(1)
    expect(paths().slice(1)).toEqual(['1/take-back/', '1/take-back/'])
    expect(second?.key).toBe(first?.key)
    expect(said()).toContain('한빛전자 손님1 10:30 예약 승인을 되돌렸습니다.')
  })

  test('is not offered to the next administrator', async () => {
    await decide(1)
    const { forgetAdmin } = await import('../components/use-may.ts')
    forgetAdmin()
    undo.undoLatest()
    expect(paths()).toEqual(['1/action/'])
  })
})
