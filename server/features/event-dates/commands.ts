import { sql } from 'kysely'
import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import { type EventDate } from '../../../contract/event-date.ts'
import { PAST_DATE_TEXT } from '../../../contract/admin/event-dates.ts'
import { addDays, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { anyOf, idsOf, inTransaction, type Db } from '../../database/transaction.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { DeletionCause } from '../../mail/mail.ts'
import { holdMassWork } from '../reservations/locking/queries.ts'
import { deleteSlots } from '../slots/commands.ts'

export async function addEventDate({ db }: CommandContext, date: string, now: Instant): Promise<EventDate> {
  refusePast('date', date, now)
  const [added] = await insertDates(db, [date])
  if (!added) throw new AppError('date_exists', { keepsWrites: true })
  return added
}

export async function addEventDates(
  { db }: CommandContext,
  { start_date, end_date }: { start_date: string; end_date: string },
  now: Instant,
): Promise<{ created: number; skipped: number }> {
  refusePast('start_date', start_date, now)
  const dates: string[] = []
  for (let date = start_date; date <= end_date; date = addDays(date, 1)) dates.push(date)
  const added = await insertDates(db, dates)
  return { created: added.length, skipped: dates.length - added.length }
}

function refusePast(field: string, date: string, now: Instant) {
  if (date < madridDate(now)) throw invalid(field, PAST_DATE_TEXT)
}

async function insertDates(db: Db, dates: string[]): Promise<EventDate[]> {
  // Adding an existing sample date makes it real.
  await db
    .updateTable('event_dates')
    .set({ is_sample: false })
    .where('is_sample', '=', true)
    .where('date', '=', sql<string>`any(${dates}::date[])`)
    .execute()
  return db
    .insertInto('event_dates')
    .values(dates.map((date) => ({ date })))
    .onConflict((conflict) => conflict.constraint('event_dates_date_key').doNothing())
    .returning(['id', 'date'])
    .execute()
}

const CAUSE: DeletionCause = {
  deleted: 'event_date',
  reason: '행사 날짜가 삭제되어 예약이 취소되었습니다.',
}

/**
 * Returns the number of deleted dates. Row locks block new slots; slot locks serialize bookings.
 */
export const deleteEventDates = (
  context: CommandContext,
  { dates, terms }: { dates: string[] | 'all'; terms: DeletionTerms },
  admin: SignedInAdmin,
  now: Instant,
): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    const days = await tx
      .selectFrom('event_dates')
      .select(['id', 'date'])
      .$if(dates !== 'all', (query) => query.where('date', '=', sql<string>`any(${dates}::date[])`))
      .orderBy('id')
      // Not `for update`: it would block bookings, which reference the row.
      .forNoKeyUpdate()
      .execute()
    const ids = idsOf(days)
    const wanted = { dates: days.map((day) => day.date) }
    const affected = { wanted, referred: { by: 'event_date_id', ids } } as const
    await deleteSlots(context, tx, affected, { ...CAUSE, terms }, admin, now)
    await tx.deleteFrom('event_dates').where('id', '=', anyOf(ids)).execute()
    return days.length
  })
