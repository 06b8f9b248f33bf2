import { sql } from 'kysely'
import type { PlanKind } from '../../../../contract/admin/slot-plan.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { anyOf, idsOf, type Db, type Tx } from '../../../database/transaction.ts'

const TABLES = { tour: 'docents', room: 'rooms' } as const

/** Concurrent additions wait and then see these slots; bookings do not. */
export async function holdPlaces(tx: Tx, kind: PlanKind, ids: readonly number[] | 'all'): Promise<number[]> {
  const places = await tx
    .selectFrom(TABLES[kind])
    .select('id')
    .$if(ids !== 'all', (query) => query.where('id', '=', anyOf(ids)))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return idsOf(places)
}

type DaysWanted = { ids: readonly number[] } | { dates: readonly string[] }

/** Locked by id, as in deletions. */
export async function holdDays(tx: Tx, wanted: DaysWanted) {
  const isWanted =
    'ids' in wanted
      ? sql<boolean>`id = ${anyOf(wanted.ids)}`
      : sql<boolean>`date = any(${wanted.dates}::date[])`
  const days = await tx
    .selectFrom('event_dates')
    .select(['id', 'date'])
    .where(isWanted)
    .orderBy('id')
    .forShare()
    .execute()
  return days.toSorted((a, b) => a.date.localeCompare(b.date))
}

export type StoredSlot = {
  place_id: number
  event_date_id: number
  time: string
  duration: number
  starts_at: Instant
  ends_at: Instant
}

export async function findStoredSlots(
  db: Db,
  kind: PlanKind,
  days: readonly { id: number }[],
  place_ids: readonly number[] | 'all',
): Promise<StoredSlot[]> {
  const column = kind === 'tour' ? 'docent_id' : 'room_id'
  const ids = idsOf(days)
  const rows = await db
    .selectFrom('slots')
    .select([`${column} as place_id`, 'event_date_id', 'time', 'duration', 'starts_at', 'ends_at'])
    .where(column, 'is not', null)
    .$if(place_ids !== 'all', (query) => query.where(column, '=', anyOf(place_ids)))
    .where('event_date_id', '=', anyOf(ids))
    .orderBy('starts_at')
    .execute()
  return rows.map((row) => ({
    ...row,
    place_id: row.place_id!,
    starts_at: row.starts_at.getTime(),
    ends_at: row.ends_at.getTime(),
  }))
}
