import { getDashboard, type Dashboard } from '../../contract/dashboard.ts'
import {
  actOnReservation,
  reservationFacts,
  type Reservation,
  type ReservationLists,
} from '../../contract/reservation.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { nextStatus, type AdminAction } from '../../domain/reservation.ts'
import { ApiError, call } from '../api.ts'
import { queryClient } from '../query.ts'
import { adminToast } from '../ui/toast.ts'
import { keepReservation, refreshReservations } from './kept-reservations.ts'

// The gravest first: the one that is asked for most often stands last, where the thumb is.
const DECISIONS = [
  'cancel',
  'reject',
  'reject_cancellation',
  'complete',
  'approve',
  'approve_cancellation',
] as const satisfies AdminAction[]
export type Decision = (typeof DECISIONS)[number]

/** What each decision is called. */
export const DECISION_TEXT: Readonly<Record<Decision, string>> = {
  cancel: '예약 취소',
  reject: '예약 거절',
  reject_cancellation: '취소 요청 거절',
  complete: '예약 종료 처리',
  approve: '예약 승인',
  approve_cancellation: '취소 요청 승인',
}

/** What its button says, beside the reservation that it is about. */
export const BUTTON_TEXT: Readonly<Record<Decision, string>> = {
  ...DECISION_TEXT,
  reject: '거절',
  complete: '종료 처리',
  approve: '승인',
}

/** The decisions that a reservation allows now; none once it is over. */
export const openDecisions = (reservation: Reservation, now: Instant): Decision[] =>
  DECISIONS.filter((action) => nextStatus(reservationFacts(reservation), action, 'admin', now) !== null)

/** Sends a decision, says how it went, and asks for the list anew whichever way. Throws what the call threw. */
export async function sendDecision(
  { id, type }: Pick<Reservation, 'id' | 'type'>,
  action: Decision,
  reason: string | null,
): Promise<void> {
  try {
    const { message, reservation } = await call(actOnReservation, {
      params: { id: String(id) },
      body: { type, action, reason },
    })
    queryClient.setQueriesData<Dashboard>(
      { queryKey: [getDashboard.path] },
      (shown) => shown && withoutDecided(shown, id),
    )
    keepReservation(reservation)
    adminToast.success(message)
  } catch (failure) {
    adminToast.error(`${DECISION_TEXT[action]}에 실패했습니다. ${failureText(failure)}`)
    throw failure
  } finally {
    void refreshReservations()
  }
}

/** What the service said; without an answer nobody knows whether it was done. */
export const failureText = (failure: unknown): string =>
  failure instanceof ApiError
    ? failure.text
    : '서버의 응답을 받지 못했습니다. 네트워크를 확인하고 예약 상태를 다시 확인해주세요.'

/** The dashboard without one reservation that was just decided, until the service has told what became of it. */
export function withoutDecided(dashboard: Dashboard, decided: number): Dashboard {
  const { pending, cancel_requested } = dashboard.reservations
  const others = <Day extends ReservationLists>(days: readonly Day[]) =>
    days
      .map((day) => ({
        ...day,
        tours: day.tours.filter(({ id }) => id !== decided),
        meetings: day.meetings.filter(({ id }) => id !== decided),
      }))
      .filter(({ tours, meetings }) => tours.length + meetings.length > 0)
  const left = { pending: others(pending), cancel_requested: others(cancel_requested) }
  return { ...dashboard, reservations: { ...dashboard.reservations, ...left } }
}
