import { sql } from 'kysely'
import type { ReservationFilters, ReservationPage } from '../../../../contract/admin/reservations.ts'
import { PAGE_SIZE } from '../../../../contract/page.ts'
import type { Reservation, TourReservation } from '../../../../contract/reservation.ts'
import { changesText } from '../../../../contract/reservation-history.ts'
import { isoInMadrid, type Instant } from '../../../../domain/madrid-time.ts'
import { displayedStatus, type ReservationKind, type Status } from '../../../../domain/reservation.ts'
import { statusesIn, storedAs } from '../../../../domain/reservation-filter.ts'
import { hasWords, pageAt } from '../../../database/search.ts'
import { anyOf, type Db, type Tx } from '../../../database/transaction.ts'
import { atOneMoment, jsonList, jsonObject, StreamedAnswer } from '../../../http/streamed-answer.ts'
import { asLists, isDisplayedAs, selectReservations, toWire } from '../queries.ts'

export const selectFiltered = (db: Db, filters: ReservationFilters, now: Instant) =>
  selectReservations(db)
    .where(isDisplayedAs(statusesIn(filters.status ?? 'all'), now))
    .$if(filters.updated_since !== undefined, (query) =>
      query.where(hasChangedSince(Date.parse(filters.updated_since!), now)),
    )
    .$if(filters.id !== undefined, (query) => query.where('r.id', '=', filters.id!))
    .$if(filters.ids !== undefined, (query) => query.where('r.id', '=', anyOf(filters.ids)))
    .$if(filters.user !== undefined, (query) => query.where('r.member_id', '=', filters.user!))
    .$if(filters.date !== undefined, (query) => query.where('r.date', '=', filters.date!))
    .$if(filters.start_date !== undefined, (query) => query.where('r.date', '>=', filters.start_date!))
    .$if(filters.end_date !== undefined, (query) => query.where('r.date', '<=', filters.end_date!))
    .$if(Boolean(filters.type), (query) => query.where('r.kind', '=', filters.type!))
    .$if(Boolean(filters.search), (query) => query.where(hasWords(sql.ref('r.search_key'), filters.search!)))

/** An end by the clock writes nothing. */
const hasChangedSince = (since: Instant, now: Instant) =>
  sql<boolean>`(r.updated_at >= ${new Date(since)}
    or r.status = 'APPROVED' and r.ends_at between ${new Date(since)} and ${new Date(now)})`

/** Longer than a request may take before its transaction begins, and than clocks of servers differ. */
const BEFORE_BEGIN = 5 * 60_000

/**
 * Before every change that a later read does not show yet. A transaction shows its changes only at its end,
 * with the time of its request.
 */
export async function findAsOf(db: Db, now: Instant): Promise<string> {
  const { rows } = await sql<{ oldest_ms: number }>`
    select extract(epoch from max(xact_start) filter (where pid = pg_backend_pid()) - min(xact_start))::float8 * 1000
      as oldest_ms
    from pg_stat_activity where datname = current_database()`.execute(db)
  return isoInMadrid(now - rows[0]!.oldest_ms - BEFORE_BEGIN)
}

type Place = { date: string; starts_at: Date; id: number }

const inOrder = (filtered: ReturnType<typeof selectFiltered>, after?: Place) =>
  filtered
    .$if(after !== undefined, (query) => query.where(takesPlaceAfter(after!)))
    .orderBy('r.date')
    .orderBy('r.starts_at')
    .orderBy('r.id')

/** The date comes first because the indexes begin with it. */
const takesPlaceAfter = ({ date, starts_at, id }: Place) =>
  sql<boolean>`(r.date, r.starts_at, r.id) > (${date}::date, ${starts_at}::timestamptz, ${id}::int)`

/** Small enough for other requests to run between two pages. */
const PAGE = 250

export async function* pageReservations(
  db: Db,
  filters: ReservationFilters,
  now: Instant,
): AsyncGenerator<Reservation[]> {
  const readAfter = (last?: Place) =>
    inOrder(selectFiltered(db, filters, now), last)
      .limit(PAGE)
      .execute()
  for (let rows = await readAfter(); ; rows = await readAfter(rows.at(-1))) {
    yield rows.map((row) => toWire(row, 'admin', now))
    if (rows.length < PAGE) return
  }
}

type Asked = { filters: ReservationFilters; page: number; page_size?: number | undefined }

export async function findPage(
  db: Db,
  { filters, page, page_size = PAGE_SIZE.usual }: Asked,
  now: Instant,
): Promise<ReservationPage> {
  const { limit, offset } = pageAt(page, page_size)
  const found = selectFiltered(db, filters, now).clearSelect().select(['r.id', 'r.date', 'r.starts_at'])
  // By id a change moves nothing to an earlier page, where it would be missed.
  const order = filters.updated_since === undefined ? sql`date, starts_at, id` : sql`id`
  // One pass for both: a search reads every reservation.
  const { rows: pages } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (${found})
    select (select count(*)::int from found) as count,
      array(select id from found order by ${order} limit ${limit} offset ${offset}) as ids`.execute(db)
  const { count, ids } = pages[0]!
  const meant = selectReservations(db).where('r.id', '=', anyOf(ids))
  const rows = await (filters.updated_since === undefined ? inOrder(meant) : meant.orderBy('r.id')).execute()
  return { count, ...asLists(rows, 'admin', now) }
}

export function pieceLists(tx: Tx, filters: ReservationFilters, now: Instant) {
  const listOf = (type: ReservationKind) =>
    !filters.type || filters.type === type ? jsonList(pageReservations(tx, { ...filters, type }, now)) : []
  return { tours: listOf('VIP_TOUR'), meetings: listOf('GROUP_MEETING') }
}

export const findReservations = (
  db: Db,
  filters: ReservationFilters,
  now: Instant,
  head: { as_of?: string },
) =>
  new StreamedAnswer<ReservationPage>(
    atOneMoment(db, (tx) => jsonObject({ ...head, ...pieceLists(tx, filters, now) })),
  )

export type WithMember = Reservation & {
  member: { email: string; is_vip: boolean; is_vvip: boolean } | null
}

export async function withMembers(tx: Tx, reservations: readonly Reservation[]): Promise<WithMember[]> {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'email', 'is_vip', 'is_vvip'])
    .where('id', '=', anyOf(reservations.map(({ user }) => user?.id)))
    .execute()
  const byId = new Map(members.map((member) => [member.id, member]))
  return reservations.map((reservation) => ({
    ...reservation,
    member: byId.get(reservation.user?.id ?? 0) ?? null,
  }))
}

export async function findHistory(db: Db, reservation_id: number) {
  const rows = await db
    .selectFrom('reservation_history')
    .select(['at', 'actor', 'action', 'reason', 'changes'])
    .where('reservation_id', '=', reservation_id)
    .orderBy('id')
    .execute()
  return rows.map(({ changes, ...row }) => ({
    ...row,
    at: isoInMadrid(row.at.getTime()),
    ...(changes && { changes: changesText(changes) }),
  }))
}

export async function findTours(
  db: Db,
  page: number | undefined,
  now: Instant,
): Promise<{ count: number; results: TourReservation[] }> {
  const { limit, offset } = pageAt(page, 10)
  const { count } = await db
    .selectFrom('reservations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', 'VIP_TOUR')
    .executeTakeFirstOrThrow()
  const rows = await selectReservations(db)
    .where('kind', '=', 'VIP_TOUR')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, results: asLists(rows, 'admin', now).tours }
}

export type ReservationCount = { kind: ReservationKind; status: Status; date: string; count: number }

/** An index-only scan. */
export async function countReservations(
  db: Db,
  {
    statuses,
    from,
    until,
  }: { statuses: readonly Status[]; from?: string | undefined; until?: string | undefined },
  now: Instant,
): Promise<ReservationCount[]> {
  const rows = await db
    .selectFrom('reservations as r')
    .select(['r.status', 'r.date', 'r.kind', sql<number>`count(*)::int`.as('count')])
    // A filtered count keeps the index's order.
    .select(sql<number>`count(*) filter (where r.ends_at <= ${new Date(now)})::int`.as('over'))
    .where('r.status', 'in', storedAs(statuses))
    .$if(from !== undefined, (query) => query.where('r.date', '>=', from!))
    .$if(until !== undefined, (query) => query.where('r.date', '<=', until!))
    .groupBy(['r.status', 'r.date', 'r.kind'])
    .orderBy('r.date')
    .execute()
  return rows
    .flatMap(({ date, ...row }) => asDisplayed(row, now).map((each) => ({ date, ...each })))
    .filter(({ status }) => statuses.includes(status))
}

type Stored = { kind: ReservationKind; status: Status; count: number; over: number }

export const asDisplayed = ({ kind, status, count, over }: Stored, now: Instant) =>
  [
    { count: over, ends_at: now },
    { count: count - over, ends_at: now + 1 },
  ]
    .filter((part) => part.count > 0)
    .map((part) => ({
      kind,
      count: part.count,
      status: displayedStatus({ kind, status, starts_at: now, ends_at: part.ends_at }, now),
    }))
