import { sql } from 'kysely'
import type { Impact } from '../../../contract/admin/deletion.ts'
import type { RoomSlotAsAdmin, TourSlotAsAdmin } from '../../../contract/admin/slots.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import type { RoomSlot, TourSlot } from '../../../contract/slot.ts'
import { instantOf, startOfDay, type Instant } from '../../../domain/madrid-time.ts'
import { isAwaited, type ReservationKind } from '../../../domain/reservation.ts'
import { isPast } from '../../../domain/slot.ts'
import type { Db } from '../../database/transaction.ts'
import { factsOf } from '../reservations/queries.ts'

type Which = { place_id?: number | undefined; date?: string | undefined }

/** The slots of one date or of all, in the order of their start, with the event date. */
const selectSlots = (db: Db, date: string | undefined) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select(['s.id', 's.time', 's.end_time', 's.duration', 's.is_locked'])
    .select([
      sql<EventDate>`json_build_object('id', d.id, 'date', d.date)`.as('event_date'),
      sql<boolean>`not s.is_locked and s.reservation_id is null`.as('available'),
    ])
    .$if(date !== undefined, (query) => query.where('d.date', '=', date!))
    .orderBy('s.starts_at')
    .orderBy('s.id')

const selectTourSlots = (db: Db, { place_id, date }: Which) =>
  selectSlots(db, date)
    .innerJoin('docents as p', 'p.id', 's.docent_id')
    .select(
      sql<Docent>`json_build_object('id', p.id, 'name', p.name, 'language', p.language,
        'start_point', p.start_point, 'is_vip', p.is_vip, 'is_vvip', p.is_vvip)`.as('docent'),
    )
    .$if(place_id !== undefined, (query) => query.where('p.id', '=', place_id!))

const selectRoomSlots = (db: Db, { place_id, date }: Which) =>
  selectSlots(db, date)
    .innerJoin('rooms as p', 'p.id', 's.room_id')
    .select(
      sql<Room>`json_build_object('id', p.id, 'name', p.name, 'floor', p.floor, 'size', p.size,
        'is_vip', p.is_vip, 'is_vvip', p.is_vvip)`.as('room'),
    )
    .$if(place_id !== undefined, (query) => query.where('p.id', '=', place_id!))

const HELD = sql<boolean>`s.reservation_id is not null`.as('held')

/** Tour slots, of one docent or all, of one date or all. */
export const findTourSlots = (db: Db, which: Which): Promise<TourSlot[]> =>
  selectTourSlots(db, which).execute()

/** The same, and which of them a live reservation holds, locked or not. */
export const findTourSlotsAsAdmin = (db: Db, which: Which): Promise<TourSlotAsAdmin[]> =>
  selectTourSlots(db, which).select(HELD).execute()

/** Meeting room slots, of one room or all, of one date or all. */
export const findRoomSlots = (db: Db, which: Which): Promise<RoomSlot[]> =>
  selectRoomSlots(db, which).execute()

/** The same, and which of them a live reservation holds, locked or not. */
export const findRoomSlotsAsAdmin = (db: Db, which: Which): Promise<RoomSlotAsAdmin[]> =>
  selectRoomSlots(db, which).select(HELD).execute()

/** The slots that a member who has the tier for them can book at `now`. */
export const bookableNow = <S extends TourSlot | RoomSlot>(slots: readonly S[], now: Instant): S[] =>
  slots.filter((slot) => slot.available && !isPast(slot.event_date.date, slot.time, now))

/** The instant at which the clock alone next takes one of these slots away. */
export const nextStart = (slots: readonly (TourSlot | RoomSlot)[], now: Instant): Instant =>
  Math.min(
    ...slots
      .map(({ event_date, time }) => instantOf(event_date.date, time) ?? startOfDay(event_date.date))
      .filter((start) => start > now),
  )

/** Which slots a lock or a deletion is about: all, narrowed by each part that is given. */
export type SlotsWanted = {
  kind?: ReservationKind
  ids?: number[] | undefined
  docent_ids?: number[] | undefined
  room_ids?: number[] | undefined
  dates?: string[] | undefined
}

/** The slots that a lock or a deletion is about, whatever is to be read of them. */
export const selectWanted = (db: Db, { kind, ids, docent_ids, room_ids, dates }: SlotsWanted) =>
  db
    .selectFrom('slots as s')
    .$if(kind !== undefined, (query) => query.where('s.kind', '=', kind!))
    .$if(ids !== undefined, (query) => query.where('s.id', '=', sql<number>`any(${ids}::int[])`))
    .$if(docent_ids !== undefined, (query) =>
      query.where('s.docent_id', '=', sql<number>`any(${docent_ids}::int[])`),
    )
    .$if(room_ids !== undefined, (query) =>
      query.where('s.room_id', '=', sql<number>`any(${room_ids}::int[])`),
    )
    .$if(dates !== undefined, (query) =>
      query.where('s.event_date_id', 'in', (days) =>
        days
          .selectFrom('event_dates')
          .select('id')
          .where('date', '=', sql<string>`any(${dates}::date[])`),
      ),
    )

/** The reservations that need any of these slots and that somebody waits for, counted, and the members whose they are. */
export async function findImpact(db: Db, wanted: SlotsWanted, now: Instant): Promise<Impact> {
  const rows = await db
    .selectFrom('reservations as r')
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select(['r.kind', 'r.status', 'r.starts_at', 'r.ends_at', 'm.id', 'm.name', 'm.company_name'])
    .where('r.id', 'in', selectWanted(db, wanted).select('s.reservation_id'))
    .orderBy('m.name')
    .orderBy('m.id')
    .execute()
  const awaited = rows.filter((row) => isAwaited(factsOf(row), now))
  const members = new Map<number, Impact['members'][number]>()
  for (const { id, name, company_name } of awaited)
    if (id !== null && name !== null && company_name !== null) members.set(id, { id, name, company_name })
  return { reservations: awaited.length, members: [...members.values()] }
}
