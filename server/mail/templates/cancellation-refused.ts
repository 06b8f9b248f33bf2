import type { MailDraft, ReservationNotice } from '../mail.ts'
import { REPLY_IF_ABSENT, reservationMail } from './reservation-notice.ts'

export const cancellationRefused = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: '예약은 그대로 유지됩니다.',
    reason_label: '거절 사유',
    next: REPLY_IF_ABSENT,
  })
