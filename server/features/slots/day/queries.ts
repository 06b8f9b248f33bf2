import { sql, type RawBuilder } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind, Status } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'

/** A slot, and of the live reservation that holds it the stored status and the end. */
export type DaySlot = {
  id: number
  time: string
  end_time: string
  duration: number
  is_locked: boolean
  starts_at: Instant
  held: { status: Status; ends_at: Instant } | null
}

/**
 * A column of a place's slots as one text, its values with a blank between, and nothing for null. To take thousands of rows apart costs
 * ten times what it costs to cut a few texts.
 */
const inOneText = (column: RawBuilder<unknown>) =>
  sql<string>`string_agg(coalesce((${column})::text, ''), ' ' order by s.starts_at)`

/**
 * The slots of a date, of all docents or rooms or of one, by the id of the place and in the order of their start. Those of a
 * place are the same list as before for as long as nothing of them has changed.
 */
export async function findDay(
  db: Db,
  kind: ReservationKind,
  { date, place_id }: { date: string; place_id?: number | undefined },
): Promise<Map<number, readonly DaySlot[]>> {
  const place = kind === 'VIP_TOUR' ? 's.docent_id' : 's.room_id'
  const rows = await db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .leftJoin('reservations as r', 'r.id', 's.reservation_id')
    .select(sql<number>`${sql.ref(place)}`.as('place_id'))
    .select([
      inOneText(sql`s.id`).as('ids'),
      inOneText(sql`s.time`).as('times'),
      inOneText(sql`s.end_time`).as('end_times'),
      inOneText(sql`s.duration`).as('durations'),
      inOneText(sql`s.is_locked`).as('locks'),
      inOneText(sql`extract(epoch from s.starts_at)::bigint`).as('starts'),
      inOneText(sql`r.status`).as('statuses'),
      inOneText(sql`extract(epoch from r.ends_at)::bigint`).as('ends'),
    ])
    .where('d.date', '=', date)
    .where(place, 'is not', null)
    .$if(place_id !== undefined, (query) => query.where(place, '=', place_id!))
    .groupBy(place)
    .execute()
  return new Map(rows.map(({ place_id: id, ...columns }) => [id, slotsOf(`${kind} ${id} ${date}`, columns)]))
}

const COLUMNS = ['ids', 'times', 'end_times', 'durations', 'locks', 'starts', 'statuses', 'ends'] as const
type Columns = Record<(typeof COLUMNS)[number], string>

/** More places than any show has, on two days. */
const MAX_KEPT = 300
const kept = new Map<string, { columns: Columns; slots: readonly DaySlot[] }>()

/** A booking changes one place of a day, which is read anew for everybody: the others need not be taken apart again. */
function slotsOf(name: string, columns: Columns): readonly DaySlot[] {
  const before = kept.get(name)
  const isSame = before && COLUMNS.every((column) => before.columns[column] === columns[column])
  const entry = isSame ? before : { columns, slots: takenApart(columns) }
  kept.delete(name)
  kept.set(name, entry)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
  return entry.slots
}

const instantOf = (seconds: string): Instant => Number(seconds) * 1000

function takenApart(columns: Columns): DaySlot[] {
  const cut = (column: keyof Columns) => columns[column].split(' ')
  const [ids, times, end_times, durations] = [cut('ids'), cut('times'), cut('end_times'), cut('durations')]
  const [locks, starts, statuses, ends] = [cut('locks'), cut('starts'), cut('statuses'), cut('ends')]
  return ids.map((id, i) => ({
    id: Number(id),
    time: times[i]!,
    end_time: end_times[i]!,
    duration: Number(durations[i]),
    is_locked: locks[i] === 'true',
    starts_at: instantOf(starts[i]!),
    held: statuses[i] === '' ? null : { status: statuses[i] as Status, ends_at: instantOf(ends[i]!) },
  }))
}
