import { sql } from 'kysely'
import type { Impact } from '../../../contract/admin/deletion.ts'
import type { RoomSlotAsAdmin, SlotTimesInShort, TourSlotAsAdmin } from '../../../contract/admin/slots.ts'
import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import type { RoomSlot, TourSlot } from '../../../contract/slot.ts'
import { instantOf, startOfDay, type Instant } from '../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { isPast } from '../../../domain/slot.ts'
import type { Db, Tx } from '../../database/transaction.ts'
import { atOneMoment, jsonList, StreamedAnswer } from '../../http/streamed-answer.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { findImpactOf } from '../reservations/queries.ts'

export type Which = { place_id?: number | undefined; date?: string | undefined }

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

/**
 * The slots of the whole event as `find` reads them, in pieces: date by date, which is the order of their start, so that
 * they are never held at once.
 */
export const listAll = <Slot>(
  db: Db,
  place_id: number | undefined,
  find: (db: Db, which: Which) => Promise<Slot[]>,
) =>
  new StreamedAnswer<Slot[]>(
    atOneMoment(db, async function* (tx) {
      yield* jsonList(daysOf(tx, (date) => find(tx, { place_id, date })))
    }),
  )

async function* daysOf<Slot>(tx: Tx, find: (date: string) => Promise<Slot[]>) {
  for (const { date } of await findEventDates(tx)) yield await find(date)
}

/** When the docents or the rooms have slots, by date; equal days are written once. */
export async function findSlotTimes(db: Db, kind: 'tour' | 'room'): Promise<SlotTimesInShort> {
  const place = sql.ref(kind === 'tour' ? 'docent_id' : 'room_id')
  const { rows } = await sql<{ place_id: number; event_date_id: number; times: string }>`
    select event_date_id, ${place} as place_id, string_agg(time || '+' || duration, ' ' order by starts_at) as times
    from slots where ${place} is not null group by event_date_id, ${place}`.execute(db)
  const patterns = new Map<string, number>()
  const days = rows.map(({ times, ...day }) => {
    const pattern = patterns.get(times) ?? patterns.size
    patterns.set(times, pattern)
    return { ...day, pattern }
  })
  return { patterns: [...patterns.keys()], days }
}

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
export const findImpact = (db: Db, wanted: SlotsWanted, now: Instant): Promise<Impact> =>
  findImpactOf(db, sql<boolean>`r.id in (${selectWanted(db, wanted).select('s.reservation_id')})`, now)
