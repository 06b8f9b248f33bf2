import { sql } from 'kysely'
import type { PlaceFill, Statistics } from '../../../../contract/admin/statistics.ts'
import { fillOf } from '../../../../domain/fill-rate.ts'
import type { Db } from '../../../database/transaction.ts'

/** Inclusive; without a bound, open. */
export type Dates = { from?: string | undefined; until?: string | undefined }

/** Whether a held slot is also locked does not matter here. */
const byState = <Group extends { slots: number; held: number; locked: number }>(group: Group) => [
  { ...group, is_held: true, is_locked: false, count: group.held },
  { ...group, is_held: false, is_locked: true, count: group.locked },
  { ...group, is_held: false, is_locked: false, count: group.slots - group.held - group.locked },
]

/** Counts in one pass by day and kind, and by place and hour. */
export async function countSlots(db: Db, { from, until }: Dates) {
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
    .$if(from !== undefined || until !== undefined, (query) =>
      query.where('s.event_date_id', 'in', (eb) =>
        eb
          .selectFrom('event_dates')
          .select('id')
          .where(sql<boolean>`date between ${from ?? '-infinity'} and ${until ?? 'infinity'}`),
      ),
    )
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
