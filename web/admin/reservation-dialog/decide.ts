import { makeStore } from '../../ui/store.ts'
import { onForget } from '../../api/session.ts'
import { decideReservations, takeBackApprovals } from '../../../contract/admin/bulk-decisions.ts'
import type { CallInput, ResponseOf } from '../../../contract/endpoint.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { actOnReservation, takeBackApproval } from '../../../contract/reservation-action.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { canComplete, nextStatus, type AdminAction } from '../../../domain/reservation.ts'
import { TAKE_BACK_MS } from '../../../domain/take-back.ts'
import { ApiError, call, newKey } from '../../api/client.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { now } from '../../browser/clock.ts'
import { timeRange } from '../../components/reservation/reservation-text.ts'
import { adminToast } from '../../ui/toast.ts'
import { isTyping } from '../components/use-shortcut.ts'
import { onceSignedIn } from '../components/use-may.ts'
import { refusalText } from '../components/with-toast.ts'
import { hideDecided } from './hide-decided.ts'
import { refreshSoon } from './refresh-soon.ts'
import { refreshReservations, showReservation } from './reservation-cache.ts'
import { offerUndo } from './undo.ts'

/** In button order. */
export const DECISIONS = ['reject', 'approve', 'reject_cancellation', 'approve_cancellation'] as const
export type Decision = (typeof DECISIONS)[number]

export const DECISION_TEXT: Readonly<Record<AdminAction, string>> = {
  reject: '예약 거절',
  approve: '예약 승인',
  cancel: '예약 취소',
  complete: '예약 종료 처리',
  reject_cancellation: '취소 요청 거절',
  approve_cancellation: '취소 요청 승인',
}

export const BUTTON_TEXT: Readonly<Record<AdminAction, string>> = {
  ...DECISION_TEXT,
  reject: '거절',
  approve: '승인',
  complete: '종료 처리',
}

export const mayDo = (reservation: Reservation, action: AdminAction, now: Instant) =>
  nextStatus(reservationFacts(reservation), action, 'admin', now) !== null

export const openDecisions = (reservation: Reservation, now: Instant): Decision[] =>
  DECISIONS.filter((action) => mayDo(reservation, action, now))

/** The keys A and R, for requests and cancellation requests alike. */
export type AskedDecision = 'approve' | 'reject'

/** Two if requests and cancellation requests are mixed. */
export const decisionsOf = (
  answer: AskedDecision,
  about: readonly Reservation[],
  now: Instant,
): Decision[] => [
  ...new Set(
    about.flatMap((each) => openDecisions(each, now)).filter((decision) => decision.startsWith(answer)),
  ),
]

// Most frequent last, where the thumb is.
const ACTIONS: readonly AdminAction[] = [
  'cancel',
  'reject',
  'reject_cancellation',
  'complete',
  'approve',
  'approve_cancellation',
]

export const openActions = (reservation: Reservation, now: Instant): AdminAction[] =>
  ACTIONS.filter((action) =>
    action === 'complete' ? canComplete(reservationFacts(reservation), now) : mayDo(reservation, action, now),
  )

/** Without an answer it is unknown whether the decision took effect. */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError
    ? refusalText(failure)
    : '서버의 응답을 받지 못했습니다. 네트워크를 확인하고 예약 상태를 다시 확인해주세요.'

type Words = Omit<CallInput<typeof actOnReservation>['body'], 'type' | 'action'>

export type Result = ResponseOf<typeof decideReservations>

/** As in `한빛전자 박지민 10:30`. */
const subjectOf = (reservation: Reservation): string =>
  `${reservation.visitor.company} ${reservation.visitor.name} ${timeRange(reservation).slice(0, 5)}`

/** Ignored while another decision on the reservation is running. Rethrows failures. */
export async function decide(reservation: Reservation, action: AdminAction, words: Words = {}) {
  const { id, type } = reservation
  // A second press may come before the row shows the first.
  if (decidingNow().doing.has(id)) return
  const body = { ...words, type, action }
  await run([reservation], action, async () => {
    const { message, reservation: decided } = await call(
      actOnReservation,
      { params: { id }, body },
      { idempotencyKey: keyOf(body, [reservation]), outlives: true },
    )
    await showReservation(decided)
    await hideDecided([id])
    adminToast.success(`${subjectOf(reservation)} ${message}`)
    if (action === 'approve') offerUndoOf([reservation], Date.parse(decided.updated_at))
  })
}

export async function decideMany(
  about: readonly Reservation[],
  action: Decision,
  words: Words,
): Promise<Result> {
  const body = { ...words, action, reservation_ids: about.map(({ id }) => id) }
  return run(about, action, async () => {
    const begun = now()
    const options = { idempotencyKey: keyOf(body, about), outlives: true }
    const result = await call(decideReservations, { body }, options)
    const done = new Set(result.results.filter((each) => each.done).map(({ id }) => id))
    await hideDecided([...done])
    noteFailures(result.results.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const])))
    if (result.failed === 0) adminToast.success(result.message)
    else adminToast.error(result.message)
    const approved = about.filter(({ id }) => action === 'approve' && done.has(id))
    offerUndoOf(approved, begun)
    return result
  })
}

async function run<Outcome>(
  about: readonly Reservation[],
  action: AdminAction,
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  const { doing, failures } = decidingNow()
  const ids = new Set(about.map(({ id }) => id))
  changeDeciding({
    doing: new Set([...doing, ...ids]),
    failures: new Map([...failures].filter(([id]) => !ids.has(id))),
  })
  try {
    return await send()
  } catch (failure) {
    const reason = failureText(failure)
    noteFailures(about.map(({ id }) => [id, reason]))
    const whom = about.length > 1 ? `${about.length}건` : subjectOf(about[0]!)
    const text = `${whom} ${DECISION_TEXT[action]}에 실패했습니다. ${reason}`
    adminToast.error(text)
    // The login dismisses toasts, so it is shown again afterwards.
    if (failure instanceof ApiError && failure.status === 401) onceSignedIn(() => adminToast.error(text))
    throw failure
  } finally {
    changeDeciding({ doing: new Set([...decidingNow().doing].filter((id) => !ids.has(id))) })
    refreshSoon()
  }
}

const noteFailures = (failures: readonly (readonly [number, string])[]) =>
  changeDeciding({ failures: new Map([...decidingNow().failures, ...failures]) })

const keys = new Map<string, string>()

/** A repeated decision on an unchanged reservation reuses its key, because the first answer may be lost. */
function keyOf(body: object, about: readonly Reservation[]): string {
  const decided = JSON.stringify([body, about.map(({ id, updated_at }) => [id, updated_at])])
  const key = keys.get(decided) ?? newKey()
  keys.set(decided, key)
  return key
}

/** The approval of a time change is mailed at once, so it cannot be undone. */
function offerUndoOf(all: readonly Reservation[], approvedAt: Instant) {
  const approved = all.filter(({ replaces }) => !replaces)
  if (approved.length === 0) return
  offerUndo({
    text: approved.length === 1 ? `${subjectOf(approved[0]!)} 승인` : `${approved.length}건 승인`,
    until: approvedAt + TAKE_BACK_MS,
    undo: () => takeBack(approved),
  })
}

/** Focuses the first reservation when it is back in the queue, unless a key or pointer was pressed. */
async function takeBack(approved: readonly Reservation[]) {
  const [first] = approved as readonly [Reservation]
  const refocus = new AbortController()
  for (const input of ['keydown', 'pointerdown'])
    addEventListener(input, () => refocus.abort(), { capture: true, signal: refocus.signal })
  try {
    if (approved.length === 1) {
      const { id, type } = first
      const { message } = await callWithRetry(takeBackApproval, {
        params: { id },
        body: { type },
      })
      adminToast.success(`${subjectOf(first)} ${message}`)
    } else {
      const reservation_ids = approved.map(({ id }) => id)
      const { message, results } = await callWithRetry(takeBackApprovals, { body: { reservation_ids } })
      const problem = results.find(({ error }) => error !== null)
      if (problem) adminToast.error(`${message} ${problem.error}`)
      else adminToast.success(message)
    }
  } catch (failure) {
    const whom = approved.length === 1 ? subjectOf(first) : `${approved.length}건`
    adminToast.error(`${whom} 승인 되돌리기에 실패했습니다. ${failureText(failure)}`)
  }
  await refreshReservations()
  focusRow(first.id, refocus)
}

/** The queue may show the row, and count it in, some frames later. */
function focusRow(id: number, refocus: AbortController, framesLeft = 120) {
  if (framesLeft === 0 || isTyping(document.activeElement)) refocus.abort()
  if (refocus.signal.aborted) return
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-reservation="${id}"]`)
    if (row !== null && row === document.activeElement) return refocus.abort()
    row?.focus()
    focusRow(id, refocus, framesLeft - 1)
  })
}

export type Deciding = {
  doing: ReadonlySet<number>
  failures: ReadonlyMap<number, string>
}

const store = makeStore<Deciding>({ doing: new Set(), failures: new Map() })

export const decidingNow = store.get
export const useDeciding = store.useValue

export const changeDeciding = (changed: Partial<Deciding>): void => store.set({ ...store.get(), ...changed })

/** Drops failures of reservations that left the queue: on return they ask for something else. */
export function keepFailures(waiting: { has: (id: number) => boolean }) {
  const { failures } = store.get()
  const left = new Map([...failures].filter(([id]) => waiting.has(id)))
  if (left.size < failures.size) changeDeciding({ failures: left })
}

onForget(() => changeDeciding({ failures: new Map() }))
