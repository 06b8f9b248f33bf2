// Sections of the report about parts that an event may be without: each is null where the database has no place for them.
import { sql } from 'kysely'
import type { ClosingReport } from '../../../../contract/admin/closing.ts'
import { isNoShow } from '../../../../domain/closing.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { displayedStatus, type ReservationKind, type Status } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'

const hasColumn = async (db: Db, table: string, column: string): Promise<boolean> => {
  const { rows } = await sql`select from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = ${column}`.execute(db)
  return rows.length > 0
}

/** The visitors who came, of those who were expected; null where arrivals are not marked, or nobody's was. */
export async function findArrivals(db: Db, now: Instant): Promise<ClosingReport['arrivals']> {
  if (!(await hasColumn(db, 'reservations', 'arrived_at'))) return null
  const { rows } = await sql<{
    kind: ReservationKind
    status: Status
    is_over: boolean
    has_arrived: boolean
    never_took_place: boolean
    count: number
  }>`
    select kind, status, ends_at <= ${new Date(now)} as is_over, arrived_at is not null as has_arrived,
      coalesce(ended_at < starts_at, false) as never_took_place, count(*)::int as count
    from reservations group by 1, 2, 3, 4, 5`.execute(db)
  const groups = rows.map((row) => {
    const ends_at = row.is_over ? now : now + 1
    const displayed = displayedStatus({ ...row, starts_at: ends_at - 1, ends_at }, now)
    const facts = {
      displayed,
      ends_at,
      arrived_at: row.has_arrived ? now : null,
      never_took_place: row.never_took_place,
    }
    const is_no_show = isNoShow(facts, now)
    return { ...row, is_no_show, was_expected: is_no_show || row.has_arrived }
  })
  const sum = (which: (group: (typeof groups)[number]) => boolean) =>
    groups.filter(which).reduce((all, { count }) => all + count, 0)
  const arrived = sum(({ has_arrived }) => has_arrived)
  if (arrived === 0) return null
  return {
    expected: sum(({ was_expected }) => was_expected),
    arrived,
    no_shows: sum(({ is_no_show }) => is_no_show),
  }
}

/** How many of the waiting list got a time; null where there is none. */
export async function findWaitlist(db: Db): Promise<ClosingReport['waitlist']> {
  if (!(await hasColumn(db, 'waitlist_entries', 'served_at'))) return null
  const { rows } = await sql<{ total: number; served: number }>`
    select count(*)::int as total, count(served_at)::int as served from waitlist_entries`.execute(db)
  const { total, served } = rows[0]!
  return { total, served, unserved: total - served }
}
