import { sql } from 'kysely'
import {
  MAX_REPORT_COMPANIES,
  MAX_REPORT_FEEDBACK,
  type ClosingFeedback,
  type ClosingReport,
} from '../../../../contract/admin/closing.ts'
import type { Feedback, PlaceFill } from '../../../../contract/admin/statistics.ts'
import { fillOf } from '../../../../domain/fill-rate.ts'
import { isoInMadrid, type Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { findDocents, findRooms } from '../../places/queries.ts'
import { findEventDates } from '../../event-dates/queries.ts'
import { asDisplayed } from '../../reservations/listing/queries.ts'
import { getSettings } from '../../settings/queries.ts'
import { findSpan } from '../erasing/queries.ts'
import { findFeedback, pageFeedback } from '../../reservations/feedback/queries.ts'
import { byType, countSlots, fillOfPlaces, outcomesOf } from '../../statistics/queries.ts'
import { companiesOf, findParties, findTiers, tiersOf, type Parties } from '../parties/queries.ts'
import { findArrivals, findWaitlist } from '../arrivals/queries.ts'

async function findFill(db: Db): Promise<ClosingReport['fill']> {
  const [counts, dates, docents, rooms] = await Promise.all([
    countSlots(db, {}),
    findEventDates(db),
    findDocents(db),
    findRooms(db),
  ])
  const days = Map.groupBy(counts.ofDays, ({ event_date_id }) => event_date_id)
  const fill = fillOfPlaces(docents, rooms, counts)
  const withoutId = ({ name, bookable, held }: PlaceFill) => ({ name, bookable, held })
  return {
    days: dates.map(({ id, date }) => {
      const slots = days.get(id) ?? []
      return {
        date,
        tours: fillOf(slots.filter(({ is_tour }) => is_tour)),
        meetings: fillOf(slots.filter(({ is_tour }) => !is_tour)),
      }
    }),
    hours: fill.hours,
    minutes: fill.minutes,
    docents: fill.docents.map(withoutId),
    rooms: fill.rooms.map(withoutId),
  }
}

function requestsOf({ statuses }: Parties, now: Instant): ClosingReport['requests'] {
  const counts = statuses.flatMap(({ reservations, ...row }) =>
    asDisplayed({ ...row, count: reservations }, now),
  )
  const { requested, statuses: displayed } = outcomesOf(counts)
  const guests = byType(statuses.map(({ kind, guests }) => ({ kind, count: guests })))
  return { total: requested, statuses: displayed, guests }
}

const NO_DECISIONS = { count: 0, median: null, slowest_tenth: null }

/** Median and 90th percentile of minutes to the first decision, without desk bookings. An index-only scan. */
async function findDecisions(db: Db): Promise<ClosingReport['decisions']> {
  const { rows } = await sql<{
    of: ReservationKind | 'all'
    count: number
    median: number
    slowest_tenth: number
  }>`
    with times as (
      select decided_kind as kind, decided_minutes as minutes, count(*)
      from reservation_history where decided_kind is not null group by decided_kind, decided_minutes
    ), ranked as (
      select "of", minutes, sum(count) over (partition by "of" order by minutes) as up_to,
        sum(count) over (partition by "of") as of_all
      from times, unnest(array[kind, 'all']) as "of"
    )
    select "of", max(of_all)::int as count, min(minutes) filter (where up_to >= of_all * 0.5) as median,
      min(minutes) filter (where up_to >= of_all * 0.9) as slowest_tenth
    from ranked group by "of"`.execute(db)
  const ofEach = new Map(rows.map(({ of, ...found }) => [of, found]))
  const find = (of: ReservationKind | 'all') => ofEach.get(of) ?? NO_DECISIONS
  return { tours: find('VIP_TOUR'), meetings: find('GROUP_MEETING'), all: find('all') }
}

const feedbackOf = ({ date, time, place, company, name, title, feedback }: Feedback): ClosingFeedback => ({
  date,
  time,
  place,
  company,
  name,
  title,
  feedback,
})

export async function* pageReportFeedback(db: Db): AsyncGenerator<ClosingFeedback[]> {
  for await (const page of pageFeedback(db, {})) yield page.map(feedbackOf)
}

async function findReportFeedback(db: Db): Promise<ClosingReport['feedback']> {
  const [{ count, results }, { rows }] = await Promise.all([
    findFeedback(db, {}, MAX_REPORT_FEEDBACK),
    sql<{ count: number }>`select count(*)::int as count from erased_parties where had_feedback`.execute(db),
  ])
  return { count: count + rows[0]!.count, results: results.map(feedbackOf) }
}

type MailCounts = { sent: number; failed: number; waiting: number }

/** Mail that was waiting at the erasure still counts as waiting. */
async function findMails(db: Db): Promise<ClosingReport['mails']> {
  const erased = sql`from mails where status = 'failed' and last_error = 'erased' group by kind`
  const countWith = (status: string) =>
    sql`coalesce(sum(count) filter (where status = ${sql.lit(status)}), 0)::int`
  const { rows: kinds } = await sql<MailCounts & { kind: string }>`
    select kind, ${countWith('sent')} as sent, ${countWith('failed')} as failed, ${countWith('queued')} as waiting
    from (
      select kind, status, count(*) from mails group by kind, status
      union all select kind, 'failed', -count(*) ${erased}
      union all select kind, 'queued', count(*) ${erased}
    ) as fates group by kind order by kind`.execute(db)
  const sum = (field: keyof MailCounts) => kinds.reduce((all, each) => all + each[field], 0)
  return { sent: sum('sent'), failed: sum('failed'), waiting: sum('waiting'), kinds }
}

export async function findErasedAt(db: Db): Promise<string | null> {
  const last = await db
    .selectFrom('erasures')
    .select('at')
    .where('of_this_event', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? isoInMadrid(last.at.getTime()) : null
}

const findCourse = async (db: Db, now: Instant) => ({
  decisions: await findDecisions(db),
  tiers: await findTiers(db, now),
  feedback: await findReportFeedback(db),
  arrivals: await findArrivals(db, now),
  waitlist: await findWaitlist(db, now),
  erased_at: await findErasedAt(db),
  event_name: (await getSettings(db)).event_name,
})

/** Same figures before and after erasure, except for texts. */
export async function findClosingReport(db: Db, now: Instant): Promise<ClosingReport> {
  const [fill, parties, mails, { tiers, ...course }] = await Promise.all([
    findFill(db),
    findParties(db, now),
    findMails(db),
    findCourse(db, now),
  ])
  const companies = companiesOf(parties)
  return {
    as_of: isoInMadrid(now),
    ...course,
    mails,
    ...(await findSpan(db)),
    fill,
    requests: requestsOf(parties, now),
    tiers: tiersOf(tiers, parties),
    companies: { count: companies.length, results: companies.slice(0, MAX_REPORT_COMPANIES) },
  }
}
