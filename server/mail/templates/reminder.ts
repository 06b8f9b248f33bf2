import type { MailDraft, ReminderNotice } from '../mail.ts'
import { cannotCome, reservationMail } from './reservation-notice.ts'

export const reminderEvening = (notice: ReminderNotice): MailDraft =>
  reminder(notice, '내일 예정된 예약을 안내드립니다.')

/** States no minutes: delivery may take some. */
export const reminderBefore = (notice: ReminderNotice): MailDraft =>
  reminder(notice, '잠시 후 시작되는 예약을 안내드립니다.')

const reminder = (notice: ReminderNotice, sentence: string): MailDraft =>
  reservationMail(notice, {
    sentence: `${sentence} 아래 장소에서 뵙겠습니다.`,
    next: cannotCome(notice),
  })
