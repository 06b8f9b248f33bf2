import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../../../domain/madrid-time.ts'
import { anyOf, idsOf, inTransaction, type Tx } from '../../database/transaction.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { CommandContext } from '../../command-context.ts'
import { getSettings } from '../settings/queries.ts'
import { findFailures, hasContent } from './queries.ts'

const AGAIN_AFTER_MS = 60_000

/** A later time was written under a rehearsal's clock and does not count. */
export function isJustResent(resent_at: Date | null, now: Instant): boolean {
  const ago = resent_at === null ? -1 : now - resent_at.getTime()
  return ago >= 0 && ago < AGAIN_AFTER_MS
}

const resendable = sql<boolean>`mails.status in ('sent', 'failed') and ${hasContent}`

/** Keeps the Message-ID and uses the member's present address. Skips mails resent within the last minute. */
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
        .where('id', '=', anyOf(ids))
        .where(resendable)
        .where(
          sql<boolean>`(resent_at > ${new Date(now - AGAIN_AFTER_MS)} and resent_at <= ${new Date(now)}) is not true`,
        )
        // Prevents deadlocks.
        .orderBy('id')
        .forUpdate(),
    )
    .returning('id')
    .execute()
  return idsOf(again)
}

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

/** Limits the queue; the next press takes the rest. */
const AT_ONCE = 500

export const sendManyAgain = (
  { db }: CommandContext,
  which: readonly number[] | 'failed',
  now: Instant,
): Promise<{ queued: number; skipped: number }> =>
  inTransaction(db, async (tx) => {
    const ids =
      which === 'failed' ? idsOf((await findFailures(tx, now)).slice(0, AT_ONCE)) : [...new Set(which)]
    const { length: queued } = await resendMails(tx, ids, now)
    return { queued, skipped: ids.length - queued }
  })
