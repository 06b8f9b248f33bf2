import type { MailDraft, ReservationNotice } from '../mail.ts'
import { reservationMail } from './reservation-notice.ts'

export const rejected = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: '아쉽게도 신청하신 시간에는 예약을 도와드리지 못하게 되었습니다.',
    reason_label: '거절 사유',
    next: '다른 시간으로 다시 신청하실 수 있습니다.',
    is_off: true,
  })
