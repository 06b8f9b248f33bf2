import { sql } from 'kysely'
import type { DateRange, Feedback, Reason, Statistics } from '../../../contract/admin/statistics.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { STATUSES, type ReservationKind, type Status } from '../../../domain/reservation.ts'
import { waitingAge, WAITING_AGES } from '../../../domain/waiting-age.ts'
import type { Db, Tx } from '../../database/transaction.ts'
import { findDocents, findRooms } from '../places/queries.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { countArrivals } from '../reservations/arriving/queries.ts'
import { countReservations } from '../reservations/queries.ts'
import { countSlots, fillOfPlaces } from './fill/queries.ts'

/** Inclusive; without a bound, open. */
const from = ({ start_date }: DateRange) => start_date ?? '1000-01-01'
const until = ({ end_date }: DateRange) => end_date ?? '9999-12-31'

type ByKind = { kind: ReservationKind; count: number }

export const byType = (of: readonly ByKind[]) => {
  const sum = (wanted: ReservationKind) =>
    of.filter(({ kind }) => kind === wanted).reduce((all, { count }) => all + count, 0)
  return { tours: sum('VIP_TOUR'), meetings: sum('GROUP_MEETING') }
}

export const outcomesOf = (all: readonly (ByKind & { status: Status })[]): Statistics['outcomes'] => ({
  requested: byType(all),
  statuses: STATUSES.map((status) => ({ status, ...byType(all.filter((each) => each.status === status)) })),
})

const HOUR = 3_600_000

async function findWaiting(db: Db, range: DateRange, now: Instant): Promise<Statistics['waiting']> {
  const rows = await db
    .selectFrom('reservations')
    .select(['kind', sql<string>`count(*)`.as('count')])
    // Grouped by whole hours.
    .select(sql<string>`floor(extract(epoch from ${new Date(now)} - created_at) / 3600)`.as('hours'))
    // A literal, so that the partial index applies.
    .where('status', '=', sql.lit('PENDING'))
    .where('date', '>=', from(range))
    .where('date', '<=', until(range))
    .groupBy(['kind', sql`3`])
    .execute()
  const pending = rows.map(({ kind, count, hours }) => ({
    kind,
    count: Number(count),
    age: waitingAge(now - Number(hours) * HOUR, now),
  }))
  return WAITING_AGES.map((age) => ({ age, ...byType(pending.filter((each) => each.age === age)) }))
}

const ABOUT = [
  sql<string>`(select t.time from reservation_slots t where t.reservation_id = r.id
    order by t.position limit 1)`.as('time'),
  sql<string>`r.place ->> 'name'`.as('place'),
  sql<string>`r.visitor ->> 'company'`.as('company'),
  sql<string>`r.visitor ->> 'name'`.as('name'),
] as const

/** As many reasons and comments as one reads on a screen; a file has all. */
const MAX_SHOWN = 50
/** Rows per read of an export. */
const PAGE = 2_000

/** Below the last row of the previous page. */
type After = { at: Date; id: number } | undefined
type PageOf = { max: number; after?: After }

/** Latest first, in index order. For a single day, starting from its reservations is faster. */
const selectSteps = (db: Db, range: DateRange, { max, after }: PageOf) =>
  db
    .selectFrom('reservation_history as h')
    .innerJoin('reservations as r', 'r.id', 'h.reservation_id')
    .select(['r.id', 'r.kind', 'r.status', 'r.date', 'h.at'])
    .select(ABOUT)
    .where('r.date', '>=', from(range))
    .where('r.date', '<=', until(range))
    .orderBy('h.at', 'desc')
    .orderBy('h.reservation_id', 'desc')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(h.at, h.reservation_id) < (${after!.at}::timestamptz, ${after!.id}::int)`),
    )
    .limit(max)

type About = Omit<Awaited<ReturnType<ReturnType<typeof selectSteps>['execute']>>[number], 'status'>

const aboutOf = ({ id, kind, date, time, place, company, name, at }: About) => ({
  id,
  type: kind,
  date,
  time,
  place,
  company,
  name,
  at: isoInMadrid(at.getTime()),
})

const findReasons = (db: Db, range: DateRange, page: PageOf) =>
  selectSteps(db, range, page)
    // Both are final, so a reservation has one such step. Literals, so that the partial index applies.
    .where(sql<boolean>`h.to_status in ('REJECTED', 'CANCELLED') and h.from_status <> h.to_status`)
    .whereRef('r.status', '=', 'h.to_status')
    .select('r.cancel_note')
    .execute()

const reasonOf = (row: Awaited<ReturnType<typeof findReasons>>[number]): Reason => ({
  ...aboutOf(row),
  status: row.status as Reason['status'],
  reason: row.cancel_note,
})

const FEEDBACK = ['r.feedback', sql<string>`r.visitor ->> 'title'`.as('title')] as const

const selectFeedback = (db: Db, range: DateRange) =>
  db
    .selectFrom('reservations as r')
    .where('r.feedback', 'is not', null)
    .where('r.date', '>=', from(range))
    .where('r.date', '<=', until(range))

const findUndated = (db: Db, range: DateRange, { max, after }: PageOf) =>
  selectFeedback(db, range)
    .select(['r.id', 'r.kind', 'r.date', 'r.updated_at as at'])
    .select(ABOUT)
    .select(FEEDBACK)
    .where(
      sql<boolean>`not exists (select from reservation_history h
        where h.reservation_id = r.id and h.action = 'feedback')`,
    )
    .$if(after !== undefined, (query) => query.where('r.id', '<', after!.id))
    .orderBy('r.id', 'desc')
    .limit(max)
    .execute()

const findDated = (db: Db, range: DateRange, page: PageOf) =>
  selectSteps(db, range, page)
    .where(sql<boolean>`h.action = 'feedback'`)
    .where('r.feedback', 'is not', null)
    // Leaves out texts that were replaced later.
    .where(
      sql<boolean>`not exists (select from reservation_history later
        where later.reservation_id = h.reservation_id and later.id > h.id and later.action = 'feedback')`,
    )
    .select(FEEDBACK)
    .execute()

const feedbackOf = (row: Awaited<ReturnType<typeof findUndated>>[number]): Feedback => ({
  ...aboutOf(row),
  title: row.title,
  feedback: row.feedback!,
})

export async function findFeedback(db: Db, range: DateRange, max: number): Promise<Statistics['feedback']> {
  const { count } = await selectFeedback(db, range)
    .select(sql<string>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  const dated = await findDated(db, range, { max })
  const missing = Math.min(max, Number(count)) - dated.length
  const undated = missing > 0 ? await findUndated(db, range, { max: missing }) : []
  return { count: Number(count), results: [...dated, ...undated].map(feedbackOf) }
}

async function* pagesOf<Row extends { at: Date; id: number }>(find: (page: PageOf) => Promise<Row[]>) {
  for (let after: After, more = true; more;) {
    const rows = await find({ max: PAGE, after })
    yield rows
    after = rows.at(-1)
    more = rows.length === PAGE
  }
}

export async function* pageReasons(tx: Tx, range: DateRange): AsyncGenerator<Reason[]> {
  for await (const rows of pagesOf((page) => findReasons(tx, range, page))) yield rows.map(reasonOf)
}

/** Undated feedback comes last. */
export async function* pageFeedback(tx: Db, range: DateRange): AsyncGenerator<Feedback[]> {
  for (const find of [findDated, findUndated])
    for await (const rows of pagesOf((page) => find(tx, range, page))) yield rows.map(feedbackOf)
}

async function findFill(db: Db, range: DateRange): Promise<Pick<Statistics, 'event_dates' | 'fill'>> {
  const { ofPlaces } = await countSlots(db, { from: range.start_date, until: range.end_date })
  const dates = await findEventDates(db)
  return {
    event_dates: dates.map(({ date }) => date),
    fill: fillOfPlaces(await findDocents(db), await findRooms(db), ofPlaces),
  }
}

async function findCourse(db: Db, range: DateRange, now: Instant) {
  const dates = { from: from(range), until: until(range) }
  const counts = await countReservations(db, { statuses: STATUSES, ...dates }, now)
  const outcomes = outcomesOf(counts)
  const off = outcomes.statuses.filter(({ status }) => status === 'REJECTED' || status === 'CANCELLED')
  const reasons = await findReasons(db, range, { max: MAX_SHOWN })
  return {
    outcomes,
    arrivals: await countArrivals(db, dates, async () => counts, now),
    reasons: {
      count: off.reduce((sum, { tours, meetings }) => sum + tours + meetings, 0),
      results: reasons.map(reasonOf),
    },
    feedback: await findFeedback(db, range, MAX_SHOWN),
  }
}

export async function findStatistics(db: Db, range: DateRange, now: Instant): Promise<Statistics> {
  const [fill, waiting, course] = await Promise.all([
    findFill(db, range),
    findWaiting(db, range, now),
    findCourse(db, range, now),
  ])
  return { as_of: isoInMadrid(now), ...fill, waiting, ...course }
}
