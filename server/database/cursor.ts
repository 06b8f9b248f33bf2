import { sql, type RawBuilder } from 'kysely'
import { madridDate } from '../../domain/madrid-time.ts'

/** Where a page ends that is ordered by an instant and then by id. */
export const cursorOf = (at: Date, id: number): string => `${at.getTime()}_${id}`

/** Where a page of reservations ends that has them in the order in which they take place. */
export const placeCursorOf = ({
  date,
  starts_at,
  id,
}: {
  date: string
  starts_at: Date
  id: number
}): string => `${date}_${cursorOf(starts_at, id)}`

function partsOf(cursor: string) {
  const [id, at, date] = cursor.split('_').toReversed() as [string, string, string | undefined]
  return { date: date ?? madridDate(Number(at)), at: new Date(Number(at)), id: Number(id) }
}

/** True of a row `r` that comes after the cursor, in the order of `by`, an instant, and then of id. */
export function isAfter(by: RawBuilder<Date>, cursor: string): RawBuilder<boolean> {
  const { at, id } = partsOf(cursor)
  return sql<boolean>`(${by}, r.id) > (${at}::timestamptz, ${id}::int)`
}

/** True of a reservation `r` that takes place after the one at the cursor; indexes know them by the date first. */
export function takesPlaceAfter(cursor: string): RawBuilder<boolean> {
  const { date, at, id } = partsOf(cursor)
  return sql<boolean>`(r.date, r.starts_at, r.id) > (${date}::date, ${at}::timestamptz, ${id}::int)`
}
