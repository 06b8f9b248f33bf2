import { sql } from 'kysely'
import type { ClosingReport } from '../../../../contract/admin/closing.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { STATUSES, type ReservationKind } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { countArrivals } from '../../reservations/arriving/queries.ts'
import { countReservations } from '../../reservations/listing/queries.ts'
import { findAllWaiting } from '../../waitlist/queries.ts'
import { findSpan } from '../erasing/queries.ts'

/** The sum of the known counts; null if none is known. */
function sumOf<Count extends number | null>(counts: readonly Count[]): Count {
  const known = counts.filter((count) => count !== null)
  return (known.length > 0 ? known.reduce<number>((sum, count) => sum + count, 0) : null) as Count
}

const byType = <Count extends number | null>(counts: readonly Record<'tours' | 'meetings', Count>[]) => ({
  tours: sumOf(counts.map(({ tours }) => tours)),
  meetings: sumOf(counts.map(({ meetings }) => meetings)),
})

/** Of the days on which arrivals were marked; null without any. */
export async function findArrivals(db: Db, now: Instant): Promise<ClosingReport['arrivals']> {
  const { first_date, last_date } = await findSpan(db)
  if (first_date === null || last_date === null) return null
  const span = { from: first_date, until: last_date }
  const countAll = () => countReservations(db, { statuses: STATUSES, ...span }, now)
  const days = await countArrivals(db, span, countAll, now)
  if (days.length === 0) return null
  return {
    arrived: byType(days.map(({ arrived }) => arrived)),
    no_shows: byType(days.map(({ no_shows }) => no_shows)),
    days,
  }
}

type Waits = Record<'tours' | 'meetings' | 'tours_served' | 'meetings_served', number>

/** Present entries plus those counted when personal data was erased. */
async function countWaits(db: Db): Promise<Waits> {
  const { rows } = await sql<Waits>`
    select e.tours + w.tours as tours, e.meetings + w.meetings as meetings,
      e.tours_served + w.tours_served as tours_served, e.meetings_served + w.meetings_served as meetings_served
    from (
      select coalesce(sum(waits_tours), 0)::int as tours, coalesce(sum(waits_meetings), 0)::int as meetings,
        coalesce(sum(waits_tours_served), 0)::int as tours_served,
        coalesce(sum(waits_meetings_served), 0)::int as meetings_served
      from erasures where of_this_event
    ) e, (
      select count(*) filter (where kind = 'VIP_TOUR')::int as tours,
        count(*) filter (where kind = 'GROUP_MEETING')::int as meetings,
        count(*) filter (where kind = 'VIP_TOUR' and outcome = 'served')::int as tours_served,
        count(*) filter (where kind = 'GROUP_MEETING' and outcome = 'served')::int as meetings_served
      from waitlist_entries
    ) w`.execute(db)
  return rows[0]!
}

/** Null if there was never an entry. */
export async function findWaitlist(db: Db, now: Instant): Promise<ClosingReport['waitlist']> {
  const counts = await countWaits(db)
  const total = { tours: counts.tours, meetings: counts.meetings }
  if (total.tours + total.meetings === 0) return null
  const ahead = await findAllWaiting(db, undefined, now)
  const waitingFor = (wanted: ReservationKind) => ahead.filter(({ kind }) => kind === wanted).length
  const served = { tours: counts.tours_served, meetings: counts.meetings_served }
  const waiting = { tours: waitingFor('VIP_TOUR'), meetings: waitingFor('GROUP_MEETING') }
  const unserved = {
    tours: total.tours - served.tours - waiting.tours,
    meetings: total.meetings - served.meetings - waiting.meetings,
  }
  return { total, served, unserved, waiting }
}
