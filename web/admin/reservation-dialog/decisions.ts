import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { canComplete, nextStatus, type AdminAction } from '../../../domain/reservation.ts'
import { ApiError } from '../../api/client.ts'
import { adminToast } from '../../ui/toast.ts'
import { refusalText } from '../components/with-toast.ts'
import type { ManyAction, Words } from './unsent/unsent.ts'

/** The decisions that somebody waits for, in the order of their buttons. */
export const DECISIONS = ['reject', 'approve', 'reject_cancellation', 'approve_cancellation'] as const
export type Decision = (typeof DECISIONS)[number]

/** The name of each action of an administrator. */
export const DECISION_TEXT: Readonly<Record<AdminAction, string>> = {
  reject: '예약 거절',
  approve: '예약 승인',
  cancel: '예약 취소',
  complete: '예약 종료 처리',
  reject_cancellation: '취소 요청 거절',
  approve_cancellation: '취소 요청 승인',
}

/** The label of its button, beside the reservation that it is about. */
export const BUTTON_TEXT: Readonly<Record<AdminAction, string>> = {
  ...DECISION_TEXT,
  reject: '거절',
  approve: '승인',
  complete: '종료 처리',
}

/** The name of a decision about many. */
export const MANY_TEXT: Readonly<Record<Decision, string>> = {
  reject: '거절',
  approve: '승인',
  reject_cancellation: '취소 요청 거절',
  approve_cancellation: '취소 요청 승인',
}

const mayDo = (reservation: Reservation, action: AdminAction, now: Instant) =>
  nextStatus(reservationFacts(reservation), action, 'admin', now) !== null

/** The decisions that a reservation waits for; none once somebody has decided. */
export const openDecisions = (reservation: Reservation, now: Instant): Decision[] =>
  DECISIONS.filter((action) => mayDo(reservation, action, now))

// The gravest first: what is asked for most often stands last, where the thumb is.
const ACTIONS: readonly AdminAction[] = [
  'cancel',
  'reject',
  'reject_cancellation',
  'complete',
  'approve',
  'approve_cancellation',
]

/** Everything that an administrator may do with a reservation, in the order of its buttons. */
export const openActions = (reservation: Reservation, now: Instant): AdminAction[] =>
  ACTIONS.filter((action) =>
    action === 'complete' ? canComplete(reservationFacts(reservation), now) : mayDo(reservation, action, now),
  )

/**
 * Decides about a reservation: the decision can be taken back for a moment before it is sent, or goes at once and says
 * how it went. Throws what the call threw that went at once.
 */
export async function decide(
  reservation: Reservation,
  action: AdminAction,
  reason: string | null,
  notify?: boolean,
): Promise<void> {
  const { make } = await loadQueue(action)
  const { kept, result } = make({ about: [reservation], action, words: { reason, notify } })
  if (!kept) await result
}

/** Decides about many alike. Answers whether that can be taken back for a moment, and later what has become of each. */
export async function decideMany(about: readonly Reservation[], action: ManyAction, words: Words) {
  const { make } = await loadQueue(action)
  return make({ about, action, words, isMany: true })
}

/** Fetches what makes decisions; says so where it cannot be had: nothing has been decided then. */
async function loadQueue(action: AdminAction) {
  try {
    return await import('./unsent/unsent-queue.ts')
  } catch (failure) {
    adminToast.error(
      `${DECISION_TEXT[action]}에 실패했습니다. 네트워크를 확인하고 화면을 새로 고쳐 다시 시도해주세요.`,
    )
    throw failure
  }
}

/** The service's reason; without an answer nobody knows whether it was done. */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError
    ? refusalText(failure)
    : '서버의 응답을 받지 못했습니다. 네트워크를 확인하고 예약 상태를 다시 확인해주세요.'
