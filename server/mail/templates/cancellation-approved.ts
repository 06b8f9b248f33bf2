import type { MailDraft, ReservationNotice } from '../mail.ts'
import { REMOVES_ENTRY, reservationMail } from './reservation-notice.ts'

export const cancellationApproved = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: '요청하신 대로 예약이 취소되었습니다.',
    reason_label: '취소 사유',
    next: `${REMOVES_ENTRY} 다른 시간으로 다시 예약하실 수 있습니다.`,
    is_off: true,
    calendar: 'CANCEL',
  })
