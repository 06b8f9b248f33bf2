import { sql } from 'kysely'
import type { Reservation } from '../../../contract/reservation.ts'
import { codeIn } from '../../../domain/arrival.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { numberIn, statusesIn, storedAs } from '../../../domain/reservation-filter.ts'
import { hasWords as areIn, searchWords } from '../../../domain/search-key.ts'
import { hasWords } from '../../database/search.ts'
import { anyOf, type Db } from '../../database/transaction.ts'
import { findDocents, findRooms } from '../places/queries.ts'
import { selectReservations, SHOWN_CODE, toWire } from '../reservations/queries.ts'

export const MOST = 5

/** An exact number or code comes first, then what is ahead, what is over, and what does not take place. */
export async function findReservations(
  db: Db,
  q: string,
  now: Instant,
): Promise<{ count: number; results: Reservation[] }> {
  const at = new Date(now)
  const isNamed = sql<boolean>`(r.id = ${numberIn(q)} or ${SHOWN_CODE} = ${codeIn(q)})`
  // One pass for both: a search reads every reservation.
  const { rows: found } = await sql<{ count: number; ids: number[] }>`
    with found as materialized (
      select r.id, r.starts_at, r.ends_at <= ${at}::timestamptz as is_over, ${isNamed} is true as is_named,
        r.status <> all(${storedAs(statusesIn('active'))}::text[]) as is_off
      from reservations r where ${hasWords(sql.ref('r.search_key'), q)} or ${isNamed}
    )
    select (select count(*)::int from found) as count, array(
      select id from found
      order by is_named desc, is_off, is_over, abs(extract(epoch from starts_at - ${at}::timestamptz)), id
      limit ${MOST}) as ids`.execute(db)
  const { count, ids } = found[0]!
  const rows = await selectReservations(db).where('r.id', '=', anyOf(ids)).execute()
  const results = rows.map((row) => toWire(row, 'admin', now))
  return { count, results: results.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) }
}

export async function findPlaces(db: Db, q: string) {
  const [docents, rooms] = await Promise.all([findDocents(db), findRooms(db)])
  const words = searchWords(q)
  const places = [
    ...docents.map(({ id, name, language, start_point }) => ({
      kind: 'tour' as const,
      id,
      name,
      where: `${language} · ${start_point}`,
    })),
    ...rooms.map(({ id, name, floor }) => ({ kind: 'room' as const, id, name, where: `${floor}층` })),
  ]
  const found = places.filter(({ name, where }) => areIn([name, where], words))
  return { count: found.length, results: found.slice(0, MOST) }
}
