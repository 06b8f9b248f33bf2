import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { CommandContext } from '../../command-context.ts'
import { getSettings } from '../settings/queries.ts'
import { findFailures, hasContent } from './queries.ts'

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
      not_before: sql`default`,
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

/** Puts a test mail into the outbox, each a mail of its own: it goes the way of every other one. */
export const postTestMail = (
  context: CommandContext,
  admin: SignedInAdmin,
  to: string,
  now: Instant,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const settings = await getSettings(tx)
    const asked = { to, asked_by: admin.name, asked_at: now, request_id: randomUUID() }
    const facts = { ...asked, ...settings, public_url: context.publicUrl }
    await context.postMail(tx, [{ kind: 'test', facts }], now)
  })

/** So that one press never fills the queue; the next one takes the next. */
const AT_ONCE = 500

/** Sends these mails once more, or those whose failure still matters, and tells how many of them could not be. */
export const sendManyAgain = (
  { db }: CommandContext,
  which: readonly number[] | 'failed',
  now: Instant,
): Promise<{ queued: number; skipped: number }> =>
  inTransaction(db, async (tx) => {
    const ids =
      which === 'failed'
        ? (await findFailures(tx, now)).slice(0, AT_ONCE).map(({ id }) => id)
        : [...new Set(which)]
    const { length: queued } = await resendMails(tx, ids, now)
    return { queued, skipped: ids.length - queued }
  })
