import type { PgBoss } from 'pg-boss'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Tx } from '../database/transaction.ts'
import type { Mail } from './mail.ts'
import { enqueue } from './queue.ts'

type Boss = Pick<PgBoss, 'send'>

/**
 * Puts a mail into the outbox, in the transaction of what it tells: it leaves if and when that commits. A mail whose
 * Message-ID is already there was sent before and is ignored.
 */
export async function postMail(tx: Tx, boss: Boss, mail: Mail, now: Instant): Promise<void> {
  const posted = await tx
    .insertInto('mails')
    .values({
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
    })
    .onConflict((conflict) => conflict.constraint('mails_message_id_key').doNothing())
    .returning(['id', 'kind'])
    .executeTakeFirst()
  if (posted) await enqueue(boss, tx, posted)
}

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
  if (again) await enqueue(boss, tx, again)
  return again !== undefined
}
