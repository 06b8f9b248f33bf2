import { randomUUID } from 'node:crypto'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { testMail } from '../../mail/templates/test-mail.ts'
import type { CommandContext } from '../../command-context.ts'
import { getSettings } from '../settings/queries.ts'

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
