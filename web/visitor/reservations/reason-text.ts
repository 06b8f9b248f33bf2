import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, type Status } from '../../../domain/reservation.ts'

const SAYS_WHY: { readonly [S in Status]?: string } = {
  CANCEL_REQUESTED: '취소 요청 사유',
  REJECTED: '거절 사유',
  CANCELLED: '취소 사유',
}

type Why = { name: string; text: string | null; more?: typeof KEPT }

const KEPT = ' (승인될 때까지 유지)'

/** For example `11.22 (일) 17:00 ~ 17:30 · 정해인`. */
export const replacedText = ({
  date,
  time,
  place,
}: Omit<NonNullable<Reservation['replaces']>, 'id'>): string => `${shortKoreanDate(date)} ${time} · ${place}`

/** The reason of the displayed status, of a refused cancellation, or what a request replaces. */
export function reasonOf(reservation: Reservation, now: Instant): Why | null {
  const { cancel_note, cancellation_refused, replaces } = reservation
  const status = displayedStatus(reservationFacts(reservation), now)
  if (status === 'APPROVED' && cancellation_refused)
    return { name: '취소 요청이 거절됨', text: cancellation_refused.reason }
  if (status === 'PENDING' && replaces) return { name: '기존 예약', text: replacedText(replaces), more: KEPT }
  const name = SAYS_WHY[status]
  return name && cancel_note ? { name, text: cancel_note } : null
}
