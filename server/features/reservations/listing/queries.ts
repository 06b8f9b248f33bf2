import { sql } from 'kysely'
import type { ReservationFilters, ReservationPage } from '../../../../contract/admin/reservations.ts'
import { PAGE_SIZE } from '../../../../contract/page.ts'
import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { statusesIn } from '../../../../domain/reservation-filter.ts'
import { hasWords, pageAt } from '../../../database/search.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { atOneMoment, jsonList, jsonObject, StreamedAnswer } from '../../../http/streamed-answer.ts'
import { asLists, isDisplayedAs, selectReservations, toWire } from '../queries.ts'

const selectFiltered = (db: Db, filters: ReservationFilters, now: Instant) =>
  selectReservations(db)
    .where(isDisplayedAs(statusesIn(filters.status ?? 'all'), now))
    .$if(filters.id !== undefined, (query) => query.where('r.id', '=', filters.id!))
    .$if(filters.ids !== undefined, (query) =>
      query.where('r.id', '=', sql<number>`any(${filters.ids}::int[])`),
    )
    .$if(filters.date !== undefined, (query) => query.where('r.date', '=', filters.date!))
    .$if(filters.start_date !== undefined, (query) => query.where('r.date', '>=', filters.start_date!))
    .$if(filters.end_date !== undefined, (query) => query.where('r.date', '<=', filters.end_date!))
    .$if(Boolean(filters.type), (query) => query.where('r.kind', '=', filters.type!))
    .$if(Boolean(filters.search), (query) => query.where(hasWords(sql.ref('r.search_key'), filters.search!)))

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
  // One pass for both: a search reads every reservation.
  const { rows: pages } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (${found})
    select (select count(*)::int from found) as count,
      array(select id from found order by date, starts_at, id limit ${limit} offset ${offset}) as ids`.execute(
    db,
  )
  const { count, ids } = pages[0]!
  const rows = await inOrder(
    selectReservations(db).where('r.id', '=', sql<number>`any(${ids}::int[])`),
  ).execute()
  return { count, ...asLists(rows, 'admin', now) }
}

export function pieceLists(tx: Tx, filters: ReservationFilters, now: Instant) {
  const listOf = (type: ReservationKind) =>
    !filters.type || filters.type === type ? jsonList(pageReservations(tx, { ...filters, type }, now)) : []
  return { tours: listOf('VIP_TOUR'), meetings: listOf('GROUP_MEETING') }
}

export const findReservations = (db: Db, filters: ReservationFilters, now: Instant) =>
  new StreamedAnswer<ReservationLists>(atOneMoment(db, (tx) => jsonObject(pieceLists(tx, filters, now))))

export type WithMember = Reservation & {
  member: { email: string; is_vip: boolean; is_vvip: boolean } | null
}

export async function withMembers(tx: Tx, reservations: readonly Reservation[]): Promise<WithMember[]> {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'email', 'is_vip', 'is_vvip'])
    .where('id', '=', sql<number>`any(${reservations.map(({ user }) => user?.id)}::int[])`)
    .execute()
  const byId = new Map(members.map((member) => [member.id, member]))
  return reservations.map((reservation) => ({
    ...reservation,
    member: byId.get(reservation.user?.id ?? 0) ?? null,
  }))
}
