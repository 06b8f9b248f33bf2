import { randomUUID } from 'node:crypto'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { resendMails } from '../../mail/outbox.ts'
import type { CommandContext } from '../../command-context.ts'
import { getSettings } from '../settings/queries.ts'
import { findFailures } from './queries.ts'

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
