import { randomUUID } from 'node:crypto'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { ResendMails } from '../../mail/mail-types.ts'
import { testMail } from '../../mail/templates/test-mail.ts'
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
    const notice = { ...settings, to, asked_by: admin.name, asked_at: now, request_id: randomUUID() }
    await context.postMail(tx, [testMail({ ...notice, public_url: context.publicUrl })], now)
  })

/** So that one press never fills the queue; the next one takes the next. */
const AT_ONCE = 500

/** Sends these mails once more, or those whose failure still matters, and tells how many of them could not be. */
export const sendManyAgain = (
  { db }: CommandContext,
  resend: ResendMails,
  which: readonly number[] | 'failed',
  now: Instant,
): Promise<{ queued: number; skipped: number }> =>
  inTransaction(db, async (tx) => {
    const ids =
      which === 'failed'
        ? (await findFailures(tx, now)).slice(0, AT_ONCE).map(({ id }) => id)
        : [...new Set(which)]
    const { length: queued } = await resend(tx, ids, now)
    return { queued, skipped: ids.length - queued }
  })
