import { sql, type Insertable } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { along } from '../database/along.ts'
import type { Database } from '../database/schema.ts'
import type { Db, Tx } from '../database/transaction.ts'
import type { PostMail } from './mail-types.ts'
import type { Mail } from './mail.ts'
import { draftOf } from './write-mail.ts'

/** A mail as a row of its table, but for its facts: whoever writes them with others as one text makes none of them alone. */
export function mailRow(mail: Mail, now: Instant) {
  const { subject, message_id, reservation_id } = draftOf(mail)
  const { kind, facts } = mail
  return {
    kind,
    reservation_id,
    message_id,
    to_address: facts.to,
    subject,
    created_at: new Date(now),
  } satisfies Insertable<Database['mails']>
}

/**
 * Mails as rows of their table: columns that are not named have defaults, of which the status makes the row wait. A row
 * that is there when its transaction commits is all that a mail needs, whatever statement has inserted it: its texts are
 * made when it leaves. Everything in it is known before that statement where the reservation's
 * number is. A statement that may tell the same fact twice adds `on conflict on constraint mails_message_id_key do nothing`.
 */
const mailRows = (mails: readonly Mail[], now: Instant): Insertable<Database['mails']>[] =>
  mails.map((mail) => ({ ...mailRow(mail, now), facts: JSON.stringify(mail.facts) }))

/** An approval's mail waits until the approval can no longer be undone; later mails of its reservation wait with it. */
const nextTryAt = (
  reservation_id: unknown,
  due_at: Date | null,
) => sql<never>`greatest('-infinity', ${due_at}::timestamptz,
  (select max(next_try_at) from mails where reservation_id = ${reservation_id}::int and kind = 'approved'
    and status = 'queued' and attempts = 0))`

const insertMails = (db: Db, rows: Insertable<Database['mails']>[], due_at: Date | null) =>
  along(
    db
      .insertInto('mails')
      .values(rows.map((row) => ({ ...row, next_try_at: nextTryAt(row.reservation_id, due_at) })))
      .onConflict((conflict) => conflict.constraint('mails_message_id_key').doNothing()),
  ).compile(db)

/**
 * Puts mails into the outbox, in the transaction of what they tell: they leave if and when that commits, from `due_at` on.
 * A mail whose Message-ID is already there was sent before and is ignored.
 */
export const postMail: PostMail = async (tx, mails, now, due) => {
  const rows = mailRows(mails, now)
  const due_at = due === undefined ? null : new Date(due)
  await tx.executeQuery(insertMails(tx, rows, due_at))
}

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

/** Mails that still say something: neither erased, nor sign-up codes that are done. */
export const hasContent = sql<boolean>`mails.facts is not null`

/** Mails that can be sent once more: neither waiting nor empty. */
const resendable = sql<boolean>`mails.status in ('sent', 'failed') and ${hasContent}`

/**
 * Sends mails once more, each under its old Message-ID and to the address that its member has now, which may have been
 * put right since. Answers the ids of those: one that is not resendable, or was sent once more within the last minute, is
 * left alone.
 */
export async function resendMails(tx: Tx, ids: readonly number[], now: Instant): Promise<number[]> {
  const again = await tx
    .updateTable('mails')
    .set({
      status: 'queued',
      next_try_at: sql`default`,
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
    .returning('id')
    .execute()
  return again.map(({ id }) => id)
}
