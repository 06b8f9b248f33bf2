import type { Instant } from '../../../../domain/madrid-time.ts'
import { afterOpeningHours, isApproverTold, isOpen } from '../../../../domain/waiting-request.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { shownReplaced, toWire } from '../../reservations/queries.ts'
import { getSettings } from '../../settings/queries.ts'
import { getReminderSettings } from '../queries.ts'
import { findWaitingRequests, holdUndecided } from './queries.ts'

/**
 * One mail to the contact address. Of concurrent processes only the first reports. Returns how many are
 * overdue.
 */
export async function tellOfWaitingRequests(context: CommandContext, now: Instant): Promise<number> {
  return inTransaction(context.db, async (tx) => {
    const settings = await getReminderSettings(tx)
    const open = { from: settings.request_hours_from, until: settings.request_hours_until }
    const hours = settings.request_alert_hours
    if (!settings.request_alerts || !isOpen(open, now)) return 0
    const waiting = await findWaitingRequests(tx, now)
    const [oldest] = waiting
    if (!oldest) return 0
    const { requests_told_at } = await tx
      .selectFrom('settings')
      .select('requests_told_at')
      .executeTakeFirstOrThrow()
    const told_at = requests_told_at?.getTime() ?? null
    if (!isApproverTold(oldest.since.getTime(), told_at, { hours, open }, now)) return 0
    const { numUpdatedRows } = await tx
      .updateTable('settings')
      .set({ requests_told_at: new Date(now) })
      .where('requests_told_at', 'is not distinct from', requests_told_at)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 0
    const isOverdue = ({ since }: { since: Date }) => afterOpeningHours(since.getTime(), hours, open) <= now
    const overdue = waiting.filter(isOverdue).length
    const event = await getSettings(tx)
    const facts = {
      ...event,
      to: event.contact_email,
      public_url: context.publicUrl,
      now,
      overdue,
      waiting: waiting.length,
      hours,
      oldest: { ...oldest, starts_at: oldest.starts_at.getTime(), since: oldest.since.getTime() },
    }
    await context.postMail(tx, [{ kind: 'requests_waiting', facts }], now)
    return overdue
  })
}

/** One mail to each member whose request ended undecided. The unique Message-ID prevents a second one. */
export const answerUndecided = ({ db, postMail, publicUrl }: CommandContext, now: Instant): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!(await getReminderSettings(tx)).undecided_mails) return
    const found = await holdUndecided(tx, now)
    if (found.length === 0) return
    const shared = { ...(await getSettings(tx)), public_url: publicUrl, now }
    const mails = found.map(({ email, ...row }) => {
      // A past request replaces nothing; the mail still says that the former reservation stays.
      const replaces = row.replaces?.status === 'APPROVED' ? shownReplaced(row.replaces) : null
      const reservation = { ...toWire(row, 'member', now), replaces }
      return {
        kind: 'undecided' as const,
        facts: { ...shared, to: email, reservation, version: row.version },
      }
    })
    await postMail(tx, mails, now)
  })
