import { sql } from 'kysely'
import {
  RESERVATIONS_PAGE,
  type ReservationFilters,
  type ReservationPage,
} from '../../../../contract/admin/reservations.ts'
import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { statusesIn } from '../../../../domain/reservation-filter.ts'
import { placeCursorOf, takesPlaceAfter } from '../../../database/cursor.ts'
import { hasWords } from '../../../database/search.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { SerializedAnswer } from '../../../http/serialized-answer.ts'
import { atOneMoment, jsonList, jsonObject, StreamedAnswer } from '../../../http/streamed-answer.ts'
import { isDisplayedAs, selectReservations, toWire } from '../queries.ts'
import { VERSION, type FindTexts } from '../page-texts/queries.ts'

const selectFiltered = (db: Db, filters: ReservationFilters, now: Instant) =>
  selectReservations(db)
    .where(isDisplayedAs(statusesIn(filters.status ?? 'all'), now))
    .$if(filters.id !== undefined, (query) => query.where('r.id', '=', filters.id!))
    .$if(filters.date !== undefined, (query) => query.where('r.date', '=', filters.date!))
    .$if(filters.start_date !== undefined, (query) => query.where('r.date', '>=', filters.start_date!))
    .$if(filters.end_date !== undefined, (query) => query.where('r.date', '<=', filters.end_date!))
    .$if(Boolean(filters.type), (query) => query.where('r.kind', '=', filters.type!))
    .$if(Boolean(filters.search), (query) => query.where(hasWords(sql.ref('r.search_key'), filters.search!)))

/** In the order in which they take place, from after a cursor on. */
const inOrder = (filtered: ReturnType<typeof selectFiltered>, after: string | undefined) =>
  filtered
    .$if(after !== undefined, (query) => query.where(takesPlaceAfter(after!)))
    .orderBy('r.date')
    .orderBy('r.starts_at')
    .orderBy('r.id')

/** Few enough that others are answered between two pages. */
const PAGE = 250

/** The reservations that pass the filters, in the order in which they take place, page by page. */
export async function* pageReservations(
  db: Db,
  filters: ReservationFilters,
  now: Instant,
): AsyncGenerator<Reservation[]> {
  const readAfter = (cursor: string | undefined) =>
    inOrder(selectFiltered(db, filters, now), cursor)
      .limit(PAGE)
      .execute()
  for (let rows = await readAfter(undefined); ; rows = await readAfter(placeCursorOf(rows.at(-1)!))) {
    yield rows.map((row) => toWire(row, 'admin', now))
    if (rows.length < PAGE) return
  }
}

/** How many pass the filters. Without a search an index knows. */
async function countFiltered(db: Db, filters: ReservationFilters, now: Instant): Promise<number> {
  const { count } = await selectFiltered(db, filters, now)
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * One page of the reservations that pass the filters, ended by their number or by how long their JSON text is, which
 * `findTexts` knows.
 */
export async function findPage(
  db: Db,
  findTexts: FindTexts,
  filters: ReservationFilters & { after?: string | undefined },
  now: Instant,
): Promise<SerializedAnswer<ReservationPage>> {
  const { after, ...all } = filters
  // A page that begins later is never all; of the first one nobody knows before it is read.
  const counted = after === undefined ? undefined : countFiltered(db, all, now)
  const [{ texts, next, filled }, before] = await Promise.all([
    fillPage(db, findTexts, filters, now),
    counted,
  ])
  const count = before ?? (next === null ? filled : await countFiltered(db, all, now))
  const listOf = (type: ReservationKind) => texts[type].flatMap((text, n) => (n > 0 ? [',', text] : [text]))
  return new SerializedAnswer([
    `{"count":${count},"next":${JSON.stringify(next)},"tours":[`,
    ...listOf('VIP_TOUR'),
    '],"meetings":[',
    ...listOf('GROUP_MEETING'),
    ']}',
  ])
}

async function fillPage(
  db: Db,
  findTexts: FindTexts,
  filters: ReservationFilters & { after?: string | undefined },
  now: Instant,
) {
  const { after, ...all } = filters
  const rows = await inOrder(selectFiltered(db, all, now), after)
    .clearSelect()
    .select(['r.id', 'r.kind', 'r.status', 'r.date', 'r.starts_at', 'r.ends_at', VERSION.as('version')])
    .limit(RESERVATIONS_PAGE.count + 1)
    .execute()
  const texts: Record<ReservationKind, string[]> = { VIP_TOUR: [], GROUP_MEETING: [] }
  const pieces = await findTexts(db, rows, now)
  let [filled, length] = [0, 0]
  let next: string | null = null
  for (const [n, row] of rows.entries()) {
    const { text, bytes } = pieces[n]!
    length += bytes
    if (filled === RESERVATIONS_PAGE.count || length > RESERVATIONS_PAGE.bytes) return { texts, next, filled }
    texts[row.kind].push(text)
    filled += 1
    next = placeCursorOf(row)
  }
  return { texts, next: null, filled }
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
