import { sql, type RawBuilder } from 'kysely'
import { madridDate } from '../../domain/madrid-time.ts'

/** Where a page ends that is ordered by an instant and then by id. */
export const cursorOf = (at: number, id: number): string => `${at}_${id}`

function partsOf(cursor: string) {
  const [at, id] = cursor.split('_').map(Number) as [number, number]
  return { at, id }
}

/** True of a row `r` that comes after the cursor, in the order of `by`, an instant, and then of id. */
export function isAfter(by: RawBuilder<Date>, cursor: string): RawBuilder<boolean> {
  const { at, id } = partsOf(cursor)
  return sql<boolean>`(${by}, r.id) > (${new Date(at)}::timestamptz, ${id}::int)`
}

/** The same of a reservation `r` in the order in which they take place: indexes know it by the date first. */
export const takesPlaceAfter = (cursor: string): RawBuilder<boolean> =>
  sql<boolean>`r.date >= ${madridDate(partsOf(cursor).at)}::date and ${isAfter(sql.ref('r.starts_at'), cursor)}`
