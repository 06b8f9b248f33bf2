import type { Mail, ReservationNotice } from '../mail.ts'
import { nounOf, reservationMail } from './reservation-notice.ts'

/** The member's own request to cancel has arrived; the reservation still holds its time. */
export const cancellationReceived = (notice: ReservationNotice): Mail =>
  reservationMail(notice, {
    kind: 'cancellation_received',
    headline: `${nounOf(notice)} 예약 취소 요청이 접수되었습니다`,
    sentence: `${nounOf(notice)} 예약의 취소 요청이 접수되어 관리자의 확인을 기다리고 있습니다.`,
    reason_label: '취소 요청 사유',
    next: '처리될 때까지 예약은 그대로 유지됩니다. 관리자 확인 후 결과를 이메일로 안내드립니다.',
  })
