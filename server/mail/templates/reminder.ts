import type { MailDraft, ReminderMailKind, ReminderNotice } from '../mail.ts'
import { cannotCome, nounOf, reservationMail } from './reservation-notice.ts'

/** The evening before a reservation. Calendars have had its entry since the approval. */
export const reminderEvening = (notice: ReminderNotice): MailDraft =>
  reminder(notice, 'reminder_evening', {
    headline: `내일 ${nounOf(notice)} 예약이 있습니다`,
    sentence: '내일 예정된 예약을 안내드립니다.',
  })

/** Shortly before a reservation. It says no minutes: a mail may take some. */
export const reminderBefore = (notice: ReminderNotice): MailDraft =>
  reminder(notice, 'reminder_before', {
    headline: `곧 ${nounOf(notice)} 예약이 시작됩니다`,
    sentence: '잠시 후 시작되는 예약을 안내드립니다.',
  })

const reminder = (
  notice: ReminderNotice,
  kind: ReminderMailKind,
  { headline, sentence }: { headline: string; sentence: string },
): MailDraft =>
  reservationMail(notice, {
    kind,
    // In minutes, so that the Message-ID stays on one line.
    fact: (notice.starts_at / 60_000).toString(36),
    headline,
    sentence: `${sentence} 아래 장소에서 뵙겠습니다.`,
    next: cannotCome(notice),
  })
