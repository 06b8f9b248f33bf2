import { sql } from 'kysely'
import type { ReservationFilters } from '../../../../contract/admin/reservations.ts'
import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../../domain/reservation.ts'
import { statusesIn, storedAs } from '../../../../domain/reservation-filter.ts'
import { hasWords } from '../../../database/search.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { asLists, factsOf, selectReservations, toWire } from '../queries.ts'

/** In the order in which they take place. A stored status may still be displayed as another one than wanted. */
const selectFiltered = (db: Db, filters: ReservationFilters) =>
  selectReservations(db)
    .where('r.status', 'in', storedAs(statusesIn(filters.status ?? 'all')))
    .$if(filters.id !== undefined, (query) => query.where('r.id', '=', filters.id!))
    .$if(filters.date !== undefined, (query) => query.where('r.date', '=', filters.date!))
    .$if(filters.start_date !== undefined, (query) => query.where('r.date', '>=', filters.start_date!))
    .$if(filters.end_date !== undefined, (query) => query.where('r.date', '<=', filters.end_date!))
    .$if(Boolean(filters.type), (query) => query.where('r.kind', '=', filters.type!))
    .$if(Boolean(filters.search), (query) => query.where(hasWords(sql.ref('r.search_key'), filters.search!)))
    .orderBy('r.starts_at')
    .orderBy('r.id')

type Row = Awaited<ReturnType<ReturnType<typeof selectFiltered>['execute']>>[number]

const displayedAs = (rows: Row[], filters: ReservationFilters, now: Instant) => {
  const wanted = statusesIn(filters.status ?? 'all')
  return rows.filter((row) => wanted.includes(displayedStatus(factsOf(row), now)))
}

/** The reservations that pass the filters, as an administrator sees them. */
export async function findReservations(
  db: Db,
  filters: ReservationFilters,
  now: Instant,
): Promise<ReservationLists> {
  const rows = await selectFiltered(db, filters).execute()
  return asLists(displayedAs(rows, filters, now), 'admin', now)
}

const PAGE = 500

/** A reservation and what its member's row says of it now; null of a deleted one. */
export type WithMember = Reservation & {
  member: { email: string; is_vip: boolean; is_vvip: boolean } | null
}

async function withMembers(tx: Tx, reservations: readonly Reservation[]): Promise<WithMember[]> {
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

/** The same, page by page so that one who wants thousands leaves the server time for others in between. */
export async function* pageReservations(
  tx: Tx,
  filters: ReservationFilters,
  now: Instant,
): AsyncGenerator<WithMember[]> {
  for (let last: Row | undefined, more = true; more;) {
    const after = last
    const rows: Row[] = await selectFiltered(tx, filters)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(r.starts_at, r.id) > (${after!.starts_at}::timestamptz, ${after!.id}::int)`,
        ),
      )
      .limit(PAGE)
      .execute()
    yield await withMembers(
      tx,
      displayedAs(rows, filters, now).map((row) => toWire(row, 'admin', now)),
    )
    last = rows.at(-1)
    more = rows.length === PAGE
  }
}
