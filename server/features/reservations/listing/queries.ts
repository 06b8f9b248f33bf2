import { sql, type RawBuilder } from 'kysely'
import type { ReservationFilters } from '../../../../contract/admin/reservations.ts'
import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../../domain/reservation.ts'
import { statusesIn, storedAs } from '../../../../domain/reservation-filter.ts'
import { containing } from '../../../database/search.ts'
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
    .$if(Boolean(filters.search), (query) => query.where(contains(filters.search!)))
    .orderBy('r.starts_at')
    .orderBy('r.id')

/** In any of these texts, or in a phone number with or without its hyphens. */
function contains(search: string) {
  const anyOf = (texts: RawBuilder<unknown>[], words: string) =>
    // chr(31) stands in no text and in no search, so nothing is found across two texts.
    sql<boolean>`concat_ws(chr(31), ${sql.join(texts)}) ilike ${containing(words)}`
  const text = (document: 'visitor' | 'member' | 'place', field: string) =>
    sql`${sql.ref(`r.${document}`)} ->> ${sql.lit(field)}`
  const texts = [
    ...['company', 'name', 'title', 'manager_name', 'phone'].map((field) => text('visitor', field)),
    ...['name', 'company_name', 'phone'].map((field) => text('member', field)),
    text('place', 'name'),
  ]
  const digits = search.replaceAll(/[-\s]/g, '')
  if (!/^\d+$/.test(digits)) return anyOf(texts, search)
  const phones = [text('visitor', 'phone'), text('member', 'phone')]
  const bare = phones.map((phone) => sql`replace(${phone}, '-', '')`)
  return sql<boolean>`(${anyOf(texts, search)} or ${anyOf(bare, digits)})`
}

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

/** The same, page by page so that one who wants thousands leaves the server time for others in between. */
export async function* pageReservations(
  tx: Tx,
  filters: ReservationFilters,
  now: Instant,
): AsyncGenerator<Reservation[]> {
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
    yield displayedAs(rows, filters, now).map((row) => toWire(row, 'admin', now))
    last = rows.at(-1)
    more = rows.length === PAGE
  }
}
