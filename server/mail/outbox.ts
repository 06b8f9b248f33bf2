import type { PgBoss } from 'pg-boss'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Tx } from '../database/transaction.ts'
import type { Mail } from './mail.ts'
import { enqueue } from './queue.ts'

type Boss = Pick<PgBoss, 'insert'>

/** One statement takes no more: PostgreSQL counts the values of all rows, and stops at 65,535. */
const AT_ONCE = 1_000

/**
 * Puts mails into the outbox, in the transaction of what they tell: they leave if and when that commits. A mail whose
 * Message-ID is already there was sent before and is ignored.
 */
export async function postMail(tx: Tx, boss: Boss, mails: readonly Mail[], now: Instant): Promise<void> {
  for (let first = 0; first < mails.length; first += AT_ONCE) {
    const posted = await insertMails(tx, mails.slice(first, first + AT_ONCE), now)
    await enqueue(boss, tx, posted)
  }
}

const insertMails = (tx: Tx, mails: readonly Mail[], now: Instant) =>
  tx
    .insertInto('mails')
    .values(
      mails.map((mail) => ({
        kind: mail.kind,
        reservation_id: mail.reservation_id,
        to_address: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        calendar: mail.calendar?.content ?? null,
        calendar_method: mail.calendar?.method ?? null,
        message_id: mail.message_id,
        created_at: new Date(now),
      })),
    )
    .onConflict((conflict) => conflict.constraint('mails_message_id_key').doNothing())
    .returning(['id', 'kind'])
    .execute()

/**
 * Sends a mail once more, under its old Message-ID. False, and nothing happens, when there is no such mail, when it is
 * still waiting, when it carried a sign-up code, whose text is gone and whose time is over, or when it was erased.
 */
export async function resendMail(tx: Tx, boss: Boss, id: number): Promise<boolean> {
  const again = await tx
    .updateTable('mails')
    .set({ status: 'queued', attempts: 0, last_error: null })
    .where('id', '=', id)
    .where('status', 'in', ['sent', 'failed'])
    .where('kind', '<>', 'verification_code')
    .where('text', '<>', '')
    .returning(['id', 'kind'])
    .executeTakeFirst()
  if (again) await enqueue(boss, tx, [again])
  return again !== undefined
}
