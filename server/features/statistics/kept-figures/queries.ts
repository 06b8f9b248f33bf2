import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import type { Snapshots } from '../../../live/snapshots.ts'

/** Finds figures, or has them from before: those of this name, over this connection where they have to be found. */
export type Keep = <Figures extends object>(
  name: string,
  find: (db: Db) => Promise<Figures>,
  db: Db,
) => Promise<Figures>

/**
 * Keeps figures until somebody changes a slot or a reservation: for those that neither the clock nor anything else changes.
 */
export const keepUntilChange =
  (snapshots: Snapshots, now: Instant): Keep =>
  async (name, find, db) => {
    const make = async (tx: Tx) => ({ answer: await find(tx), valid_until: Infinity })
    return (await snapshots.get(`figures: ${name}`, now, make, db))!
  }

export const keepNothing: Keep = (_name, find, db) => find(db)

/** The slots `s` of a group by their state, in columns: groups by state as well would cost more. */
export const SLOT_COUNTS = [
  sql<number>`count(*)::int`.as('slots'),
  sql<number>`count(s.reservation_id)::int`.as('held'),
  sql<number>`count(*) filter (where s.is_locked and s.reservation_id is null)::int`.as('locked'),
] as const

/** The slots of a group as one group for each state. Whether one that is held is locked too says nothing. */
export const byState = <Group extends { slots: number; held: number; locked: number }>(group: Group) => [
  { ...group, is_held: true, is_locked: false, count: group.held },
  { ...group, is_held: false, is_locked: true, count: group.locked },
  { ...group, is_held: false, is_locked: false, count: group.slots - group.held - group.locked },
]

/**
 * The slots in one pass, by their day and kind and by their place and hour. With the days beside places and hours there would
 * be tens of thousands of groups.
 */
async function countSlots(db: Db) {
  const rows = await db
    .selectFrom('slots as s')
    .select(['s.event_date_id', 's.docent_id', 's.room_id'])
    .select([
      sql<boolean>`s.docent_id is not null`.as('is_tour'),
      sql<string | null>`left(s.time, 2)`.as('hour'),
    ])
    .select(SLOT_COUNTS)
    .groupBy(
      sql`grouping sets ((s.event_date_id, s.docent_id is not null), (s.docent_id, s.room_id, left(s.time, 2)))`,
    )
    .execute()
  const counts = rows.flatMap(byState)
  return {
    ofDays: counts.filter(({ hour }) => hour === null),
    ofPlaces: counts.flatMap((row) => (row.hour === null ? [] : [{ ...row, hour: Number(row.hour) }])),
  }
}

export const findSlotCounts = (db: Db, keep: Keep) => keep('slots', countSlots, db)
