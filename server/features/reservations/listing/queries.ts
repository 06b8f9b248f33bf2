import { sql } from 'kysely'
import type { ReservationFilters } from '../../../../contract/admin/reservations.ts'
import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { statusesIn } from '../../../../domain/reservation-filter.ts'
import { hasWords } from '../../../database/search.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { atOneMoment, jsonList, jsonObject, StreamedAnswer } from '../../../http/streamed-answer.ts'
import { isDisplayedAs, selectReservations, toWire } from '../queries.ts'

const selectFiltered = (db: Db, filters: ReservationFilters, now: Instant) =>
  selectReservations(db)
    .where(isDisplayedAs(statusesIn(filters.status ?? 'all'), now))
    .$if(filters.id !== undefined, (query) => query.where('r.id', '=', filters.id!))
    .$if(filters.date !== undefined, (query) => query.where('r.date', '=', filters.date!))
    .$if(filters.start_date !== undefined, (query) => query.where('r.date', '>=', filters.start_date!))
    .$if(filters.end_date !== undefined, (query) => query.where('r.date', '<=', filters.end_date!))
    .$if(Boolean(filters.type), (query) => query.where('r.kind', '=', filters.type!))
    .$if(Boolean(filters.search), (query) => query.where(hasWords(sql.ref('r.search_key'), filters.search!)))

type Row = Awaited<ReturnType<ReturnType<typeof selectFiltered>['execute']>>[number]

/** Few enough that others are answered between two pages. */
const PAGE = 250

/** The reservations that pass the filters, in the order in which they take place, page by page. */
export async function* pageReservations(
  tx: Tx,
  filters: ReservationFilters,
  now: Instant,
): AsyncGenerator<Reservation[]> {
  for (let last: Row | undefined, more = true; more;) {
    const after = last
    const rows: Row[] = await selectFiltered(tx, filters, now)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(r.date, r.starts_at, r.id)
            > (${after!.date}::date, ${after!.starts_at}::timestamptz, ${after!.id}::int)`,
        ),
      )
      .orderBy('r.date')
      .orderBy('r.starts_at')
      .orderBy('r.id')
      .limit(PAGE)
      .execute()
    yield rows.map((row) => toWire(row, 'admin', now))
    last = rows.at(-1)
    more = rows.length === PAGE
  }
}

/** The pieces of the two lists of what passes the filters. */
export function pieceLists(tx: Tx, filters: ReservationFilters, now: Instant) {
  const listOf = (type: ReservationKind) =>
    !filters.type || filters.type === type ? jsonList(pageReservations(tx, { ...filters, type }, now)) : []
  return { tours: listOf('VIP_TOUR'), meetings: listOf('GROUP_MEETING') }
}

/** The reservations that pass the filters, as an administrator sees them. */
export const findReservations = (db: Db, filters: ReservationFilters, now: Instant) =>
  new StreamedAnswer<ReservationLists>(atOneMoment(db, (tx) => jsonObject(pieceLists(tx, filters, now))))

/** A reservation and what its member's row says of it now; null of a deleted one. */
export type WithMember = Reservation & {
  member: { email: string; is_vip: boolean; is_vvip: boolean } | null
}

/** A page of reservations with what their members' rows say. */
export async function withMembers(tx: Tx, reservations: readonly Reservation[]): Promise<WithMember[]> {
  const members = await tx
    .selectFrom('members')
    .select(['id', 'email', 'is_vip', 'is_vvip'])
    .where('id', '=', sql<number>`any(${reservations.map(({ user }) => user.id)}::int[])`)
    .execute()
  const byId = new Map(members.map((member) => [member.id, member]))
  return reservations.map((reservation) => ({
    ...reservation,
    member: byId.get(reservation.user.id ?? 0) ?? null,
  }))
}
