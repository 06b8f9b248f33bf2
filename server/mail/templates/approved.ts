import type { MailDraft, ReservationNotice } from '../mail.ts'
import { cannotCome, reservationMail } from './reservation-notice.ts'

export const approved = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: '아래 내용으로 예약이 확정되었습니다.',
    next: `첨부된 일정을 캘린더에 추가하실 수 있습니다. ${cannotCome(notice)}`,
    calendar: 'REQUEST',
  })
