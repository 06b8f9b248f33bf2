import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Tx } from '../database/transaction.ts'
import type { Mail } from './mail.ts'
import { enqueue } from './queue.ts'

type Boss = Pick<PgBoss, 'insert'>

/**
 * Puts mails into the outbox, in the transaction of what they tell: they leave if and when that commits. A mail whose
 * Message-ID is already there was sent before and is ignored.
 */
export async function postMail(tx: Tx, boss: Boss, mails: readonly Mail[], now: Instant): Promise<void> {
  await enqueue(boss, tx, await insertMails(tx, mails, now))
}

const insertMails = (tx: Tx, mails: readonly Mail[], now: Instant) =>
  tx
    .insertInto('mails')
    .values(mails.map((mail) => ({ ...mailRow(mail), created_at: new Date(now) })))
    .onConflict((conflict) => conflict.constraint('mails_message_id_key').doNothing())
    .returning(['id', 'kind'])
    .execute()

export type MailRow = ReturnType<typeof mailRow>

/** A mail as a row of the outbox. */
export const mailRow = (mail: Mail) => ({
  kind: mail.kind,
  reservation_id: mail.reservation_id,
  to_address: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  calendar: mail.calendar?.content ?? null,
  calendar_method: mail.calendar?.method ?? null,
  message_id: mail.message_id,
})

/** The shortest time between two sendings of one mail that somebody asks for. */
const AGAIN_AFTER_MS = 60_000

/**
 * Whether a mail was sent once more too short a while ago to be sent yet another time. What lies ahead of the service's
 * clock, after a rehearsal on another one, does not count.
 */
export function isJustResent(resent_at: Date | null, now: Instant): boolean {
  const ago = resent_at === null ? -1 : now - resent_at.getTime()
  return ago >= 0 && ago < AGAIN_AFTER_MS
}

/** Mails that can be sent once more: neither waiting nor erased, and no sign-up code, whose text is gone. */
const resendable = sql<boolean>`status in ('sent', 'failed') and kind <> 'verification_code' and text <> ''`

/**
 * Sends mails once more, each under its old Message-ID and to the address that its member has now, which may have been
 * put right since. Answers the ids of those: one that is not resendable, or was sent once more within the last minute, is
 * left alone.
 */
export async function resendMails(
  tx: Tx,
  boss: Boss,
  ids: readonly number[],
  now: Instant,
): Promise<number[]> {
  const again = await tx
    .updateTable('mails')
    .set({
      status: 'queued',
      attempts: 0,
      last_error: null,
      resent_at: new Date(now),
      to_address: sql`coalesce((select m.email from reservations r join members m on m.id = r.member_id
        where r.id = mails.reservation_id), to_address)`,
    })
    .where('id', 'in', (mails) =>
      mails
        .selectFrom('mails')
        .select('id')
        .where('id', '=', sql<number>`any(${ids}::int[])`)
        .where(resendable)
        .where((eb) =>
          eb.or([
            eb('resent_at', 'is', null),
            eb('resent_at', '<=', new Date(now - AGAIN_AFTER_MS)),
            eb('resent_at', '>', new Date(now)),
          ]),
        )
        // Two who send the same ones again do not wait for each other crosswise.
        .orderBy('id')
        .forUpdate(),
    )
    .returning(['id', 'kind'])
    .execute()
  const inOrder = again.toSorted((a, b) => a.id - b.id)
  await enqueue(boss, tx, inOrder)
  return inOrder.map(({ id }) => id)
}
