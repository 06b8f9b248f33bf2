import { sql } from 'kysely'
import type { Impact } from '../../../contract/admin/deletion.ts'
import type { RoomSlotAsAdmin, SlotTimesInShort, TourSlotAsAdmin } from '../../../contract/admin/slots.ts'
import type { RoomSlot, TourSlot } from '../../../contract/slot.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isPast } from '../../../domain/slot.ts'
import { anyOf, idsOf, type Db, type Tx } from '../../database/transaction.ts'
import { atOneMoment, jsonList, StreamedAnswer } from '../../http/streamed-answer.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { findImpactOf } from '../reservations/queries.ts'
import { findEventDay, scheduleOf, type EventDay } from '../schedule/queries.ts'

function listDay<Place extends { id: number }>(
  { event_date, slots }: EventDay,
  kind: ReservationKind,
  places: readonly Place[],
  place_id: number | undefined,
) {
  return places
    .filter(({ id }) => place_id === undefined || id === place_id)
    .flatMap((place) => (slots[kind].get(place.id) ?? []).map((slot) => ({ place, slot })))
    .toSorted((one, other) => one.slot.starts_at - other.slot.starts_at || one.slot.id - other.slot.id)
    .map(({ place, slot: { id, time, end_time, duration, is_locked, held } }) => {
      const available = !is_locked && held === null
      const times = { id, time, end_time, duration, is_locked, event_date, available }
      return { place, times, held: held !== null }
    })
}

const listTours = (day: EventDay, docent_id: number | undefined) =>
  listDay(day, 'VIP_TOUR', day.docents, docent_id)

const listMeetings = (day: EventDay, room_id: number | undefined) =>
  listDay(day, 'GROUP_MEETING', day.rooms, room_id)

export const tourSlotsOf = (day: EventDay, docent_id?: number): TourSlot[] =>
  listTours(day, docent_id).map(({ times, place }) => ({ ...times, docent: place }))

/** Also which slots an active reservation holds, whether locked or not. */
export const tourSlotsAsAdmin = (day: EventDay, docent_id?: number): TourSlotAsAdmin[] =>
  listTours(day, docent_id).map(({ times, place, held }) => ({ ...times, docent: place, held }))

export const roomSlotsOf = (day: EventDay, room_id?: number): RoomSlot[] =>
  listMeetings(day, room_id).map(({ times, place }) => ({ ...times, room: place }))

/** Also which slots an active reservation holds, whether locked or not. */
export const roomSlotsAsAdmin = (day: EventDay, room_id?: number): RoomSlotAsAdmin[] =>
  listMeetings(day, room_id).map(({ times, place, held }) => ({ ...times, room: place, held }))

/** Date by date, so that all slots are never in memory together. */
export const listAll = <Slot>(db: Db, list: (day: EventDay) => Slot[]) =>
  new StreamedAnswer<Slot[]>(atOneMoment(db, (tx) => jsonList(daysOf(tx, list))))

async function* daysOf<Slot>(tx: Tx, list: (day: EventDay) => Slot[]) {
  for (const { date } of await findEventDates(tx)) yield list((await findEventDay(tx, date))!)
}

/** Equal days are listed once. */
export async function findSlotTimes(db: Db, kind: 'tour' | 'room'): Promise<SlotTimesInShort> {
  const place = sql.ref(kind === 'tour' ? 'docent_id' : 'room_id')
  const { rows } = await sql<{ place_id: number; event_date_id: number; times: string; is_locked: boolean }>`
    select event_date_id, ${place} as place_id, bool_and(is_locked) as is_locked, string_agg(time || '+' || duration, ' ' order by starts_at) as times
    from slots where ${place} is not null group by event_date_id, ${place}`.execute(db)
  const patterns = new Map<string, number>()
  const days = rows.map(({ times, ...day }) => {
    const pattern = patterns.get(times) ?? patterns.size
    patterns.set(times, pattern)
    return { ...day, pattern }
  })
  return { patterns: [...patterns.keys()], days }
}

/** `show` closes slots outside the booking window, and makes the free ones look locked, as members see them. */
export function asMember(day: EventDay, now: Instant) {
  const { schedule, valid_until } = scheduleOf(day, now)
  const slots = [...schedule.tour_schedule, ...schedule.room_schedule].flatMap(({ time_slots }) => time_slots)
  const free = new Set(idsOf(slots.filter(({ is_available }) => is_available)))
  const isBookable = ({ id }: { id: number }) => free.has(id)
  const closed = new Set(slots.flatMap(({ id, is_closed }) => (is_closed ? id : [])))
  const isShut = (slot: TourSlot | RoomSlot) =>
    !slot.is_locked && closed.has(slot.id) && !isPast(slot.event_date.date, slot.time, now)
  const show = <S extends TourSlot | RoomSlot>(slot: S): S =>
    isShut(slot) ? { ...slot, is_locked: slot.available, available: false, is_closed: true } : slot
  return { show, isBookable, valid_until }
}

/** All slots, narrowed by each given part. */
export type SlotsWanted = {
  kind?: ReservationKind
  ids?: number[] | undefined
  docent_ids?: number[] | undefined
  room_ids?: number[] | undefined
  dates?: string[] | undefined
}

export const selectWanted = (db: Db, { kind, ids, docent_ids, room_ids, dates }: SlotsWanted) =>
  db
    .selectFrom('slots as s')
    .$if(kind !== undefined, (query) => query.where('s.kind', '=', kind!))
    .$if(ids !== undefined, (query) => query.where('s.id', '=', anyOf(ids)))
    .$if(docent_ids !== undefined, (query) => query.where('s.docent_id', '=', anyOf(docent_ids)))
    .$if(room_ids !== undefined, (query) => query.where('s.room_id', '=', anyOf(room_ids)))
    .$if(dates !== undefined, (query) =>
      query.where('s.event_date_id', 'in', (days) =>
        days
          .selectFrom('event_dates')
          .select('id')
          .where('date', '=', sql<string>`any(${dates}::date[])`),
      ),
    )

export function findImpact(db: Db, { kind, ...narrowed }: SlotsWanted, now: Instant): Promise<Impact> {
  // Reservations hold only slots of their own kind.
  const ofKind = kind === undefined ? sql<boolean>`true` : sql<boolean>`r.kind = ${kind}`
  const isWhole = Object.values(narrowed).every((part) => part === undefined)
  const holding = selectWanted(db, narrowed).select('s.reservation_id')
  return findImpactOf(db, isWhole ? ofKind : sql<boolean>`${ofKind} and r.id in (${holding})`, now)
}
