import { sql } from 'kysely'
import type { PlaceFill, Statistics } from '../../../../contract/admin/statistics.ts'
import { fillOf } from '../../../../domain/fill-rate.ts'
import type { Db } from '../../../database/transaction.ts'
import type { Keep, Within } from '../unchanged-figures/queries.ts'

const isOn = (dates: ReturnType<typeof sql>) =>
  sql<boolean>`s.event_date_id in (select d.id from event_dates d where ${dates})`

type Dates = Within | { from: string; until: string }

/** Those of one date are found by two indexes, of docents' slots and of rooms'. */
function within(dates: Dates) {
  if ('from' in dates) return isOn(sql`d.date between ${dates.from} and ${dates.until}`)
  if ('but' in dates)
    return dates.but.length === 0 ? sql<boolean>`true` : isOn(sql`d.date <> all(${dates.but}::date[])`)
  const day = sql`(select d.id from event_dates d where d.date = ${dates.date})`
  return sql<boolean>`(s.event_date_id = ${day} and s.docent_id is not null or s.event_date_id = ${day} and s.room_id is not null)`
}

/** The slots of a group as one group for each state. Whether one that is held is locked too says nothing. */
const byState = <Group extends { slots: number; held: number; locked: number }>(group: Group) => [
  { ...group, is_held: true, is_locked: false, count: group.held },
  { ...group, is_held: false, is_locked: true, count: group.locked },
  { ...group, is_held: false, is_locked: false, count: group.slots - group.held - group.locked },
]

/**
 * The slots in one pass, by their day and kind and by their place and hour, and by their state. With the days beside places and
 * hours there would be tens of thousands of groups, and groups by state as well would cost more than columns.
 */
export async function countSlots(db: Db, dates: Dates) {
  const rows = await db
    .selectFrom('slots as s')
    .select(['s.event_date_id', 's.docent_id', 's.room_id'])
    .select([
      sql<boolean>`s.docent_id is not null`.as('is_tour'),
      sql<string | null>`left(s.time, 2)`.as('hour'),
      sql<number>`count(*)::int`.as('slots'),
      sql<number>`count(s.reservation_id)::int`.as('held'),
      sql<number>`count(*) filter (where s.is_locked and s.reservation_id is null)::int`.as('locked'),
    ])
    .where(within(dates))
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

/** The slots of all dates, counted once until something changes. */
export async function keepSlots(db: Db, keep: Keep) {
  const parts = await keep.parts('slots', countSlots, db)
  return {
    ofDays: parts.flatMap(({ ofDays }) => ofDays),
    ofPlaces: parts.flatMap(({ ofPlaces }) => ofPlaces),
  }
}

type Slots = Awaited<ReturnType<typeof countSlots>>['ofPlaces'][number]

const fillByPlace = (places: Places, slots: Map<number | null, Slots[]>): PlaceFill[] =>
  places.map(({ id, name }) => ({ id, name, ...fillOf(slots.get(id) ?? []) }))

const fillByHour = (slots: readonly Slots[]): Statistics['fill']['hours'] =>
  [...Map.groupBy(slots, ({ hour }) => hour)]
    .map(([hour, within]) => ({
      hour,
      tours: fillOf(within.filter(({ docent_id }) => docent_id !== null)),
      meetings: fillOf(within.filter(({ room_id }) => room_id !== null)),
    }))
    .toSorted((a, b) => a.hour - b.hour)

type Places = { id: number; name: string }[]

/** How full docents, rooms and hours are, by all slots of them. */
export function fillOfPlaces(docents: Places, rooms: Places, slots: readonly Slots[]): Statistics['fill'] {
  return {
    docents: fillByPlace(
      docents,
      Map.groupBy(slots, ({ docent_id }) => docent_id),
    ),
    rooms: fillByPlace(
      rooms,
      Map.groupBy(slots, ({ room_id }) => room_id),
    ),
    hours: fillByHour(slots),
  }
}
