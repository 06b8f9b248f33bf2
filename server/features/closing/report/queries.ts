import { sql } from 'kysely'
import {
  MAX_REPORT_COMPANIES,
  MAX_REPORT_FEEDBACK,
  type ClosingFeedback,
  type ClosingReport,
} from '../../../../contract/admin/closing.ts'
import { fillOf } from '../../../../domain/fill-rate.ts'
import { isoInMadrid, type Instant } from '../../../../domain/madrid-time.ts'
import { STATUSES, type ReservationKind } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { findDocents } from '../../docents/queries.ts'
import { findEventDates } from '../../event-dates/queries.ts'
import { countReservations } from '../../reservations/queries.ts'
import { findRooms } from '../../rooms/queries.ts'
import { getSettings } from '../../settings/queries.ts'
import { pageFeedback } from '../../statistics/queries.ts'
import { companiesOf, findParties, findTiers, type Parties } from '../parties/queries.ts'
import { findArrivals, findWaitlist } from '../arrivals/queries.ts'

type Counted = { is_locked: boolean; is_held: boolean; count: number }

const STATE = sql`is_locked, reservation_id is not null as is_held, count(*)::int as count`

/** The slots by their day and kind. */
const countByDay = (db: Db) =>
  sql<Counted & { event_date_id: number; is_tour: boolean }>`
    select event_date_id, docent_id is not null as is_tour, ${STATE} from slots group by 1, 2, 3, 4`.execute(
    db,
  )

/** The slots by their place and hour. With the days beside them there would be tens of thousands of groups. */
const countByPlace = (db: Db) =>
  sql<Counted & { docent_id: number | null; room_id: number | null; hour: string }>`
    select docent_id, room_id, left(time, 2) as hour, ${STATE} from slots group by 1, 2, 3, 4, 5`.execute(db)

const bothFills = (slots: readonly (Counted & { is_tour: boolean })[]) => ({
  tours: fillOf(slots.filter(({ is_tour }) => is_tour)),
  meetings: fillOf(slots.filter(({ is_tour }) => !is_tour)),
})

async function findFill(db: Db): Promise<ClosingReport['fill']> {
  const [dates, docents, rooms, ofDays, ofPlaces] = await Promise.all([
    findEventDates(db),
    findDocents(db),
    findRooms(db),
    countByDay(db),
    countByPlace(db),
  ])
  const places = ofPlaces.rows.map((slots) => ({
    ...slots,
    hour: Number(slots.hour),
    is_tour: slots.docent_id !== null,
  }))
  const days = Map.groupBy(ofDays.rows, ({ event_date_id }) => event_date_id)
  const hours = Map.groupBy(places, ({ hour }) => hour)
  const byDocent = Map.groupBy(places, ({ docent_id }) => docent_id)
  const byRoom = Map.groupBy(places, ({ room_id }) => room_id)
  return {
    days: dates.map(({ id, date }) => ({ date, ...bothFills(days.get(id) ?? []) })),
    hours: [...hours]
      .map(([hour, within]) => ({ hour, ...bothFills(within) }))
      .toSorted((a, b) => a.hour - b.hour),
    docents: docents.map(({ id, name }) => ({ name, ...fillOf(byDocent.get(id) ?? []) })),
    rooms: rooms.map(({ id, name }) => ({ name, ...fillOf(byRoom.get(id) ?? []) })),
  }
}

type ByKind = { kind: ReservationKind; count: number }

const byType = (counts: readonly ByKind[]) => {
  const sum = (wanted: ReservationKind) =>
    counts.filter(({ kind }) => kind === wanted).reduce((all, { count }) => all + count, 0)
  return { tours: sum('VIP_TOUR'), meetings: sum('GROUP_MEETING') }
}

async function findRequests(
  db: Db,
  parties: readonly Parties[],
  now: Instant,
): Promise<ClosingReport['requests']> {
  const all = await countReservations(db, { statuses: STATUSES }, now)
  const guests = parties.flatMap(({ of, kind, guests: count }) =>
    of === 'kind' ? [{ kind: kind!, count }] : [],
  )
  return {
    total: byType(all),
    statuses: STATUSES.map((status) => ({ status, ...byType(all.filter((each) => each.status === status)) })),
    guests: byType(guests),
  }
}

const NO_DECISIONS = { count: 0, median: null, slowest_tenth: null }

/** From the request to the first approval or rejection. What was made at the desk was approved at once, by no decision. */
async function findDecisions(db: Db): Promise<ClosingReport['decisions']> {
  const minutes = sql`round(extract(epoch from h.at - r.created_at) / 60)::int`
  const { rows } = await sql<{
    kind: ReservationKind | null
    count: number
    median: number
    slowest_tenth: number
  }>`
    select r.kind, count(*)::int as count, percentile_disc(0.5) within group (order by ${minutes}) as median,
      percentile_disc(0.9) within group (order by ${minutes}) as slowest_tenth
    from reservation_history h join reservations r on r.id = h.reservation_id
    where h.from_status = 'PENDING' and h.to_status in ('APPROVED', 'REJECTED')
    group by grouping sets ((r.kind), ())`.execute(db)
  const of = (kind: ReservationKind | null) => {
    const found = rows.find((row) => row.kind === kind)
    if (!found || found.count === 0) return NO_DECISIONS
    return { count: found.count, median: found.median, slowest_tenth: found.slowest_tenth }
  }
  return { tours: of('VIP_TOUR'), meetings: of('GROUP_MEETING'), all: of(null) }
}

/** All feedback, page by page: what the report shows of it. */
export async function* pageReportFeedback(db: Db): AsyncGenerator<ClosingFeedback[]> {
  for await (const page of pageFeedback(db, {}))
    yield page.map(({ date, time, place, company, name, title, feedback }) => ({
      date,
      time,
      place,
      company,
      name,
      title,
      feedback,
    }))
}

async function findFeedback(db: Db): Promise<ClosingReport['feedback']> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from reservations where feedback is not null)::int
      + (select count(*) from erased_parties where had_feedback)::int as count`.execute(db)
  const results: ClosingFeedback[] = []
  for await (const page of pageReportFeedback(db)) {
    results.push(...page)
    if (results.length >= MAX_REPORT_FEEDBACK) break
  }
  return { count: rows[0]!.count, results: results.slice(0, MAX_REPORT_FEEDBACK) }
}

type Fates = { sent: number; failed: number; waiting: number }

/** One that waited when the persons were erased did not leave any more, and still counts as one that waited. */
async function findMails(db: Db): Promise<ClosingReport['mails']> {
  const { rows: kinds } = await sql<Fates & { kind: string }>`
    select kind, count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'failed' and last_error is distinct from 'erased')::int as failed,
      count(*) filter (where status = 'queued' or (status = 'failed' and last_error = 'erased'))::int as waiting
    from mails group by kind order by kind`.execute(db)
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

/** The report of the event, as it is at `now`. The same before and after its persons are erased, but for their texts. */
export async function findClosingReport(db: Db, now: Instant): Promise<ClosingReport> {
  const [{ event_name }, dates] = [await getSettings(db), await findEventDates(db)]
  // One of the longest of these reads: the others do not wait for it.
  const finding = findParties(db, now)
  const [parties, requests, tiers, fill, decisions, arrivals, feedback, waitlist, mails, erased_at] =
    await Promise.all([
      finding,
      finding.then((found) => findRequests(db, found, now)),
      finding.then((found) => findTiers(db, found)),
      findFill(db),
      findDecisions(db),
      findArrivals(db, now),
      findFeedback(db),
      findWaitlist(db, now),
      findMails(db),
      findErasedAt(db),
    ])
  const companies = companiesOf(parties)
  return {
    event_name,
    first_date: dates.at(0)?.date ?? null,
    last_date: dates.at(-1)?.date ?? null,
    erased_at,
    fill,
    requests,
    decisions,
    arrivals,
    tiers,
    companies: { count: companies.length, results: companies.slice(0, MAX_REPORT_COMPANIES) },
    feedback,
    waitlist,
    mails,
  }
}
