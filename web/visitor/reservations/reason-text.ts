import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, type Status } from '../../../domain/reservation.ts'

const SAYS_WHY: { readonly [S in Status]?: string } = {
  CANCEL_REQUESTED: '취소 요청 사유',
  REJECTED: '거절 사유',
  CANCELLED: '취소 사유',
}

type Why = { name: string; text: string | null }

/** The reason of the displayed status, or of a refused cancellation. */
export function reasonOf(reservation: Reservation, now: Instant): Why | null {
  const { cancel_note, cancellation_refused } = reservation
  const status = displayedStatus(reservationFacts(reservation), now)
  if (status === 'APPROVED' && cancellation_refused)
    return { name: '취소 요청이 거절됨', text: cancellation_refused.reason }
  const name = SAYS_WHY[status]
  return name && cancel_note ? { name, text: cancel_note } : null
}
