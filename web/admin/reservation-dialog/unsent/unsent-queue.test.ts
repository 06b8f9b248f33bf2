import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getMyAdmin } from '../../../../contract/admin/accounts.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { AdminAction } from '../../../../domain/reservation.ts'

type Sent = { path: string; body: Record<string, unknown>; key: string | null; outlives: boolean | undefined }

let sent: Sent[]
/** The service's answers, the next one first; done where there is none. */
let answers: (() => Response | Promise<Response>)[]
const listeners = new Map<string, (event?: { preventDefault: () => void }) => void>()
const page = { hidden: false, cookie: '', addEventListener: listen, querySelector: () => null }
let queue: typeof import('./unsent-queue.ts')
let store: typeof import('./unsent.ts')
let toasts: typeof import('../../../ui/toast.ts')
let reads: typeof import('../../../api/reads/use-read.ts')

function listen(type: string, listener: (event?: { preventDefault: () => void }) => void) {
  listeners.set(type, listener)
}

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
  const results = ids.map((id) => ({ id, done: true, error: null }))
  return json({
    message: '예약이 승인되었습니다.',
    done: ids.length,
    failed: 0,
    results,
    reservation: reservation(1),
  })
}

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  sent = []
  answers = []
  page.hidden = false
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', listen)
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('fetch', answer)
  queue = await import('./unsent-queue.ts')
  store = await import('./unsent.ts')
  toasts = await import('../../../ui/toast.ts')
  reads = await import('../../../api/reads/use-read.ts')
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
  queue.make({ about: [reservation(id)], action, words: { reason } })
const decided = () => [...store.unsentState().doing.keys()]
const idsSent = () => sent.map(({ path }) => Number(/\d+/.exec(path)?.[0]))
const said = () => toasts.currentToasts().map(({ text }) => text)

describe('a decision', () => {
  test('is sent after five seconds and not before, each at its own time', async () => {
    decide(1)
    await vi.advanceTimersByTimeAsync(300)
    decide(2)
    await vi.advanceTimersByTimeAsync(4_699)
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(idsSent()).toEqual([1])
    expect(decided()).toEqual([2])
    await vi.advanceTimersByTimeAsync(300)
    expect(idsSent()).toEqual([1, 2])
    expect(decided()).toEqual([])
  })

  test('that is taken back is never sent: the latest first, several in a row', async () => {
    for (const id of [1, 2, 3]) decide(id)
    queue.takeBack()
    queue.takeBack()
    expect(decided()).toEqual([1])
    expect(said()).toEqual([
      '한빛전자 손님3 10:30 예약의 처리를 되돌렸습니다.',
      '한빛전자 손님2 10:30 예약의 처리를 되돌렸습니다.',
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(idsSent()).toEqual([1])
    queue.takeBack()
    expect(idsSent()).toEqual([1])
  })

  test('about many is one thing to take back, and one call', async () => {
    const about = [1, 2, 3].map(reservation)
    const { kept, result } = queue.make({ about, action: 'approve', words: { reason: null }, isMany: true })
    decide(4)
    expect([kept, store.unsentState().waiting.length]).toEqual([true, 2])
    queue.takeBack()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent.map(({ body }) => body['reservation_ids'])).toEqual([[1, 2, 3]])
    expect(await result).toMatchObject({ done: 3, failed: 0 })
    const taken = queue.make({ about, action: 'approve', words: { reason: null }, isMany: true })
    queue.takeBack()
    expect(await taken.result).toBeNull()
    expect(decided()).toEqual([])
  })

  test('that is made twice before the first is marked is one', async () => {
    decide(1)
    expect(decide(1)).toMatchObject({ kept: true })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(idsSent()).toEqual([1])
    reads.queryClient.setQueryData([getMyAdmin.path, {}], { decision_delay: false })
    await Promise.all([decide(2).result, decide(2).result])
    expect(idsSent()).toEqual([1, 2])
    expect(said()).toEqual(['한빛전자 손님2 10:30 예약이 승인되었습니다.'])
  })

  test('goes at once, and says so, where the account wants no wait', async () => {
    reads.queryClient.setQueryData([getMyAdmin.path, {}], { decision_delay: false })
    const { kept, result } = decide(1)
    await result
    expect([kept, idsSent()]).toEqual([false, [1]])
    expect(said()).toEqual(['한빛전자 손님1 10:30 예약이 승인되었습니다.'])
  })
})

describe('what waits is sent at once, in calls that outlive the page,', () => {
  test.each([
    ['when the page is hidden', () => ((page.hidden = true), listeners.get('visibilitychange')!())],
    ['when it is closed', () => listeners.get('pagehide')!()],
    ['when the screen is left', () => void queue.sendAll()],
  ])('%s', async (_when, leave) => {
    for (let id = 1; id <= 300; id += 1) decide(id)
    decide(301, 'cancel', '폐장')
    leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(2)
    expect(sent[0]?.body['reservation_ids']).toHaveLength(300)
    expect(sent[1]).toMatchObject({ path: '/api/admin/reservations/301/action/', body: { reason: '폐장' } })
    expect(sent.every(({ outlives }) => outlives)).toBe(true)
    expect(decided()).toEqual([])
    queue.takeBack()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
  })

  test('and a browser in which no call outlives its page asks before it is closed, and sends meanwhile', async () => {
    let asked = 0
    const close = () => listeners.get('beforeunload')!({ preventDefault: () => (asked += 1) })
    decide(1)
    close()
    expect([asked, sent.length]).toEqual([0, 0])
    vi.stubGlobal('Request', { prototype: {} })
    close()
    expect([asked, idsSent()]).toEqual([1, [1]])
    await vi.advanceTimersByTimeAsync(0)
    close()
    expect(asked).toBe(1)
  })

  test('and a page that is shown again sends nothing', async () => {
    decide(1)
    listeners.get('visibilitychange')!()
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toEqual([])
  })
})

describe('a decision that could not be made', () => {
  test('because a colleague was faster says whose and why, and is not decided any more', async () => {
    const why = '현재 상태(예약됨)에서는 처리할 수 없습니다.'
    answers = [refused(409, 'invalid_transition', why)]
    decide(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(said()).toEqual([`한빛전자 손님1 10:30 예약 승인에 실패했습니다. ${why}`])
    expect([...store.unsentState().failures]).toEqual([[1, why]])
    expect(decided()).toEqual([])
    // Until it has left the queue: what comes back asks for something else.
    store.keepFailures(new Set([1, 2]))
    expect(store.unsentState().failures.size).toBe(1)
    store.keepFailures(new Set([2]))
    expect(store.unsentState().failures.size).toBe(0)
  })

  test('made again after an answer was lost is the same request, and about what has changed since another one', async () => {
    answers = [noAnswer, noAnswer]
    for (const _ of [1, 2, 3]) {
      decide(1)
      await vi.advanceTimersByTimeAsync(5_000)
    }
    queue.make({
      about: [{ ...reservation(1), updated_at: '2026-11-20T09:30:00+01:00' }],
      action: 'approve',
      words: { reason: null },
    })
    await vi.advanceTimersByTimeAsync(5_000)
    const [first, second, third, later] = sent.map(({ key }) => key)
    expect([second, third]).toEqual([first, first])
    expect(later).not.toBe(first)
  })

  test('keeps the reason that was typed, as one that was taken back does', async () => {
    answers = [noAnswer]
    decide(1, 'reject', '내부 행사')
    await vi.advanceTimersByTimeAsync(5_000)
    decide(2, 'cancel', '폐장')
    queue.takeBack()
    queue.make({ about: [reservation(3)], action: 'reject', words: { reason: '지난 신청', notify: true } })
    queue.takeBack()
    const told = [1, 3].map((id) => store.typedNotify('reject', [{ id }]))
    expect(told, 'and whether somebody was to be told').toEqual([false, true])
    const kept = () => [store.typedReason('reject', [{ id: 1 }]), store.typedReason('cancel', [{ id: 2 }])]
    expect(kept()).toEqual(['내부 행사', '폐장'])
    decide(1, 'reject', '내부 행사')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kept()).toEqual(['', '폐장'])
  })

  test('while the page was hidden is still told when it is seen again', async () => {
    answers = [noAnswer]
    decide(1)
    page.hidden = true
    listeners.get('visibilitychange')!()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(said()[0]).toContain('한빛전자 손님1 10:30 예약 승인에 실패했습니다.')
    page.hidden = false
    listeners.get('visibilitychange')!()
    await vi.advanceTimersByTimeAsync(3_999)
    expect(said()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(said()).toEqual([])
  })

  test('offers its reason to nobody else who signs in', async () => {
    const { noteAdmin } = await import('../../components/known-admin.ts')
    const typed = () => store.typedReason('reject', [{ id: 1 }])
    noteAdmin(1)
    answers = [noAnswer]
    decide(1, 'reject', '내부 행사')
    await vi.advanceTimersByTimeAsync(5_000)
    noteAdmin(2)
    expect(typed()).toBe('')
    noteAdmin(1)
    expect(typed()).toBe('내부 행사')
  })

  test('because the session has ended is told to whoever signs in again', async () => {
    const { forgetAdmin, noteAdmin } = await import('../../components/known-admin.ts')
    const { onSignedOut } = await import('../../../api/client.ts')
    onSignedOut(forgetAdmin)
    answers = [refused(401, 'not_authenticated', '로그인이 필요합니다.')]
    decide(1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(said()[0]).toContain('한빛전자 손님1 10:30 예약 승인에 실패했습니다. 로그인이 만료되어')
    expect(store.unsentState().failures.get(1)).toContain('다시 로그인한 뒤')
    // The login that covers the screen begins without failures.
    const [told] = said()
    toasts.dismissFailures()
    noteAdmin('')
    expect(said()).toEqual([])
    noteAdmin(1)
    noteAdmin(1)
    expect(said()).toEqual([told])
    toasts.dismissFailures()
    noteAdmin(1)
    expect(said()).toEqual([])
  })

  test('is told of the latest three, where a colleague was faster with a whole list', async () => {
    answers = [1, 2, 3, 4, 5].map(() => refused(409, 'invalid_transition', '이미 처리되었습니다.'))
    for (const id of [1, 2, 3, 4, 5]) {
      decide(id)
      await vi.advanceTimersByTimeAsync(500)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(said().map((text) => /손님\d/.exec(text)?.[0])).toEqual(['손님3', '손님4', '손님5'])
    expect([...store.unsentState().failures.keys()]).toEqual([1, 2, 3, 4, 5])
  })

  test('of several that went together is told by name', async () => {
    const results = [
      { id: 1, done: true, error: null },
      { id: 2, done: false, error: '이미 지난 시간의 예약입니다.' },
    ]
    answers = [() => json({ message: '', done: 1, failed: 1, results })]
    for (const id of [1, 2]) decide(id)
    await queue.sendAll()
    expect(said()).toEqual(['한빛전자 손님2 10:30 예약 승인에 실패했습니다. 이미 지난 시간의 예약입니다.'])
    expect([...store.unsentState().failures.keys()]).toEqual([2])
  })
})
