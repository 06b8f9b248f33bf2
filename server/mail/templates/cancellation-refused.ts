import type { Mail, ReservationNotice } from '../mail.ts'
import { nounOf, reservationMail } from './reservation-notice.ts'

/** An administrator has refused the member's request to cancel; the reservation stands. */
export const cancellationRefused = (notice: ReservationNotice): Mail =>
  reservationMail(notice, {
    kind: 'cancellation_refused',
    headline: `${nounOf(notice)} 예약 취소 요청이 거절되었습니다`,
    sentence: `${nounOf(notice)} 예약의 취소 요청이 받아들여지지 않아 예약이 그대로 유지됩니다.`,
    next: '참석이 어려우시면 아래 문의 이메일로 연락해주세요.',
  })
