import { sql, type RawBuilder } from 'kysely'
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
import { readAtOnce } from '../../../database/read-at-once.ts'
import type { Db } from '../../../database/transaction.ts'
import { findDocents } from '../../docents/queries.ts'
import { findEventDates } from '../../event-dates/queries.ts'
import { asDisplayed } from '../../reservations/queries.ts'
import { findRooms } from '../../rooms/queries.ts'
import { getSettings } from '../../settings/queries.ts'
import {
  byState,
  byType,
  fillOfPlaces,
  findFeedback,
  outcomesOf,
  pageFeedback,
  SLOT_COUNTS,
} from '../../statistics/queries.ts'
import { keepNothing, type Keep } from '../../statistics/unchanged-figures/queries.ts'
import { companiesOf, findParties, findTiers, type Parties } from '../parties/queries.ts'
import { findArrivals, findWaitlist } from '../arrivals/queries.ts'

/**
 * The slots in one pass, by their day and kind and by their place and hour. With the days beside places and hours there would
 * be tens of thousands of groups.
 */
async function countSlots(db: Db) {
  const rows = await db
    .selectFrom('slots as s')
    .select(['s.event_date_id', 's.docent_id', 's.room_id'])
    .select([
      sql<boolean>`s.docent_id is not null`.as('is_tour'),
      sql<string | null>`left(s.time, 2)`.as('hour'),
    ])
    .select(SLOT_COUNTS)
    .groupBy(
      sql`grouping sets ((s.event_date_id, s.docent_id is not null), (s.docent_id, s.room_id, left(s.time, 2)))`,
    )
    .execute()
  const counts = rows.flatMap(byState)
  return {
    ofDays: counts.filter(({ hour }) => hour === null),
    ofPlaces: counts.flatMap((row) => (row.hour === null ? [] : [{ ...row, hour: Number(row.hour) }])),
  }
}

async function findFill(db: Db, keep: Keep): Promise<ClosingReport['fill']> {
  // Not at once with the others: it may take a transaction of its own.
  const { ofDays, ofPlaces } = await keep('slots by day, and by place', countSlots, db)
  const [dates, docents, rooms] = await Promise.all([findEventDates(db), findDocents(db), findRooms(db)])
  const days = Map.groupBy(ofDays, ({ event_date_id }) => event_date_id)
  const fill = fillOfPlaces(docents, rooms, ofPlaces)
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

/** The minutes that decisions of these kinds took, in an order that an index has, so that nothing is sorted. */
function decidedMinutes(kinds: readonly ReservationKind[], order: RawBuilder<unknown>) {
  const ofEach = kinds.map(
    (kind) => sql`(select decided_minutes from reservation_history where decided_kind = ${kind}
      order by decided_minutes ${order})`,
  )
  return sql`select decided_minutes from (${sql.join(ofEach, sql` union all `)}) as times
    order by decided_minutes ${order}`
}

/**
 * From the request to the first approval or rejection, in minutes that the database notes beside that step: those that half
 * and nine of ten are not above. What was made at the desk was approved at once, by no decision.
 */
async function findDecisions(db: Db): Promise<ClosingReport['decisions']> {
  const { rows: counts } = await sql<{ kind: ReservationKind; count: number }>`
    select decided_kind as kind, count(*)::int as count
    from reservation_history where decided_kind is not null group by decided_kind`.execute(db)
  async function of(...kinds: ReservationKind[]) {
    const count = counts.reduce((sum, row) => sum + (kinds.includes(row.kind) ? row.count : 0), 0)
    if (count === 0) return NO_DECISIONS
    const [half, nineTenths] = [Math.ceil(0.5 * count), Math.ceil(0.9 * count)]
    const { rows } = await sql<{ median: number; slowest_tenth: number }>`select
      (${decidedMinutes(kinds, sql`asc`)} offset ${half - 1} limit 1) as median,
      (${decidedMinutes(kinds, sql`desc`)} offset ${count - nineTenths} limit 1) as slowest_tenth`.execute(db)
    return { count, ...rows[0]! }
  }
  return {
    tours: await of('VIP_TOUR'),
    meetings: await of('GROUP_MEETING'),
    all: await of('VIP_TOUR', 'GROUP_MEETING'),
  }
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

/** All feedback, page by page: what the report shows of it. */
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

type Fates = { sent: number; failed: number; waiting: number }

/** One that waited when the persons were erased did not leave any more, and still counts as one that waited. */
async function findMails(db: Db): Promise<ClosingReport['mails']> {
  const erased = sql`from mails where status = 'failed' and last_error = 'erased' group by kind`
  const fate = (status: string) =>
    sql`coalesce(sum(count) filter (where status = ${sql.lit(status)}), 0)::int`
  const { rows: kinds } = await sql<Fates & { kind: string }>`
    select kind, ${fate('sent')} as sent, ${fate('failed')} as failed, ${fate('queued')} as waiting
    from (
      select kind, status, count(*) from mails group by kind, status
      union all select kind, 'failed', -count(*) ${erased}
      union all select kind, 'queued', count(*) ${erased}
    ) as fates group by kind order by kind`.execute(db)
  const sum = (fate: keyof Fates) => kinds.reduce((all, each) => all + each[fate], 0)
  return { sent: sum('sent'), failed: sum('failed'), waiting: sum('waiting'), kinds }
}

/** When the persons of this event were last erased. */
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

/** The requests by their outcome and company, and the tiers of who made them. */
async function findRequests(db: Db, now: Instant) {
  const parties = await findParties(db, now)
  return { parties, tiers: await findTiers(db, parties, now) }
}

/** Decisions, mails, feedback, arrivals and waits, and the name of the event. */
const findCourse = async (db: Db, now: Instant, keep: Keep) => ({
  decisions: await keep('decisions', findDecisions, db),
  mails: await findMails(db),
  feedback: await findReportFeedback(db),
  arrivals: await findArrivals(db, now),
  waitlist: await findWaitlist(db, now),
  erased_at: await findErasedAt(db),
  event_name: (await getSettings(db)).event_name,
})

/** The report of the event, as it is at `now`. The same before and after its persons are erased, but for their texts. */
export async function findClosingReport(db: Db, now: Instant, keep = keepNothing): Promise<ClosingReport> {
  // Three parts of about as much work.
  const [fill, { parties, tiers }, course] = await readAtOnce(
    db,
    (one) => findFill(one, keep),
    (one) => findRequests(one, now),
    (one) => findCourse(one, now, keep),
  )
  const companies = companiesOf(parties)
  return {
    ...course,
    first_date: fill.days.at(0)?.date ?? null,
    last_date: fill.days.at(-1)?.date ?? null,
    fill,
    requests: requestsOf(parties, now),
    tiers,
    companies: { count: companies.length, results: companies.slice(0, MAX_REPORT_COMPANIES) },
  }
}
