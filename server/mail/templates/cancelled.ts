import type { Mail, ReservationNotice } from '../mail.ts'
import { nounOf, reservationMail } from './reservation-notice.ts'

/** The organiser has cancelled: an administrator's decision, or a slot, place, date or account that was deleted. */
export const cancelled = (notice: ReservationNotice): Mail =>
  reservationMail(notice, {
    kind: 'cancelled',
    headline: `${nounOf(notice)} 예약이 취소되었습니다`,
    sentence: `아래 ${nounOf(notice)} 예약이 취소되었습니다.`,
    reason_label: '취소 사유',
    next: '다른 시간으로 다시 예약하실 수 있습니다. 궁금하신 점은 아래 문의 이메일로 연락해주세요.',
    calendar: 'CANCEL',
  })
