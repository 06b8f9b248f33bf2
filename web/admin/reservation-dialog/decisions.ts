import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { canComplete, nextStatus, type AdminAction } from '../../../domain/reservation.ts'
import { ApiError } from '../../api/client.ts'
import { refusalText } from '../components/with-toast.ts'

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

export const MANY_TEXT: Readonly<Record<Decision, string>> = {
  reject: '거절',
  approve: '승인',
  reject_cancellation: '취소 요청 거절',
  approve_cancellation: '취소 요청 승인',
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
