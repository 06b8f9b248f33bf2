import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReminderKind } from '../../../../domain/notice.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import type { Mail } from '../../../mail/mail.ts'
import { postPushes } from '../../../outbox/post-mail.ts'
import { getSettings } from '../../settings/queries.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'
import { getReminderSettings } from '../queries.ts'
import { endLapsed, takeDue, type DueReminder } from './queries.ts'

// Their reservations stay locked until the mails are written.
const AT_ONCE = 50

/**
 * Also those missed while the service was down, if still useful. Safe in several processes. Returns how many
 * were due.
 */
export async function sendDueReminders(context: CommandContext, now: Instant): Promise<number> {
  await inTransaction(context.db, (tx) => endLapsed(tx, now))
  let sent = 0
  for (;;) {
    const due = await inTransaction(context.db, async (tx) => {
      const taken = await takeDue(tx, AT_ONCE, now)
      if (taken.length > 0) await setOff(context, tx, taken, now)
      return taken.length
    })
    sent += due
    if (due < AT_ONCE) return sent
  }
}

/** Sends nothing itself: each channel writes rows in this transaction. */
async function setOff(context: CommandContext, tx: Tx, due: readonly DueReminder[], now: Instant) {
  await mailDue(context, tx, due, now)
  const shown = due.map(({ kind: reminder, ...one }) => ({ ...one, kind: 'reminder' as const, reminder }))
  await postPushes(tx, shown, now)
  await enqueueEvent(
    tx,
    'reminder.due',
    due.map(({ reservation }) => reservation.id),
    now,
  )
}

const MAIL_KINDS = { evening: 'reminder_evening', before: 'reminder_before' } as const satisfies Record<
  ReminderKind,
  Mail['kind']
>

async function mailDue(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  due: readonly DueReminder[],
  now: Instant,
) {
  if (!(await getReminderSettings(tx)).reminders_by_mail) return
  const shared = { ...(await getSettings(tx)), public_url: publicUrl, now }
  const mails = due.flatMap(({ kind, to, reservation, version, starts_at, lapses_at }): Mail[] =>
    to === null
      ? []
      : [{ kind: MAIL_KINDS[kind], facts: { ...shared, to, reservation, version, starts_at, lapses_at } }],
  )
  if (mails.length > 0) await postMail(tx, mails, now)
}
