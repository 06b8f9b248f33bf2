import type { Mail, ReservationNotice } from '../mail.ts'
import { nounOf, reservationMail } from './reservation-notice.ts'

/** An administrator has rejected the request, with a reason. */
export const rejected = (notice: ReservationNotice): Mail =>
  reservationMail(notice, {
    kind: 'rejected',
    headline: `${nounOf(notice)} 예약이 승인되지 않았습니다`,
    sentence: `아쉽게도 신청하신 ${nounOf(notice)} 예약이 승인되지 않았습니다.`,
    reason_label: '거절 사유',
    next: '다른 시간으로 다시 신청하실 수 있습니다. 신청 결과는 예약 내역에서 확인하실 수 있습니다.',
  })
