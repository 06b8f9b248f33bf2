import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Docent, Room } from '../../../contract/place.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import {
  checkWindow,
  windowChanges,
  type BookingWindow,
  displayedStatus,
  type ReservationKind,
  type Status,
} from '../../../domain/reservation.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { slotState } from '../../../domain/slot.ts'
import type { Db } from '../../database/transaction.ts'
import type { Snapshots } from '../../live/snapshots.ts'
import { selectDocents, selectRooms } from '../places/queries.ts'
import { BOOKING_WINDOW } from '../settings/queries.ts'

/** With the stored status and the end of the active reservation that holds it. */
export type DaySlot = {
  id: number
  time: string
  end_time: string
  duration: number
  is_locked: boolean
  starts_at: Instant
  held: { status: Status; ends_at: Instant } | null
}

export type EventDay = {
  event_date: EventDate
  docents: readonly Docent[]
  rooms: readonly Room[]
  /** By the id of their docent or room. */
  slots: Record<ReservationKind, ReadonlyMap<number, readonly DaySlot[]>>
  window: BookingWindow
}

/** Undefined if the event has no such date. */
export async function findEventDay(db: Db, date: string): Promise<EventDay | undefined> {
  const found = await db
    .selectFrom('event_dates')
    .select(['id', 'date', BOOKING_WINDOW.as('window')])
    .select([jsonArrayFrom(selectDocents(db)).as('docents'), jsonArrayFrom(selectRooms(db)).as('rooms')])
    .select((day) =>
      jsonArrayFrom(
        day
          .selectFrom('slots as s')
          .leftJoin('reservations as r', 'r.id', 's.reservation_id')
          .select(['s.id', 's.docent_id', 's.room_id', 's.time', 's.end_time', 's.duration', 's.is_locked'])
          .select(['s.starts_at', 'r.status', 'r.ends_at'])
          .whereRef('s.event_date_id', '=', 'event_dates.id')
          .orderBy('s.starts_at'),
      ).as('slots'),
    )
    .where('date', '=', date)
    .executeTakeFirst()
  if (!found) return undefined
  const { docents, rooms, window, slots: rows, ...event_date } = found
  const slots = { VIP_TOUR: new Map<number, DaySlot[]>(), GROUP_MEETING: new Map<number, DaySlot[]>() }
  for (const { docent_id, room_id, starts_at, status, ends_at, ...slot } of rows) {
    const [of, id] = docent_id === null ? [slots.GROUP_MEETING, room_id!] : [slots.VIP_TOUR, docent_id]
    const held = status === null ? null : { status, ends_at: Date.parse(ends_at!) }
    of.set(id, [...(of.get(id) ?? []), { ...slot, starts_at: Date.parse(starts_at), held }])
  }
  return { event_date, docents, rooms, window, slots }
}

/** Cached until it changes. */
export const readDay = (
  { db, snapshots }: { db: Db; snapshots: Snapshots },
  date: string,
  now: Instant,
): Promise<EventDay | undefined> =>
  snapshots.get({ topic: 'bookings', key: `day ${date}` }, now, async () => {
    const answer = await findEventDay(db, date)
    return { answer, valid_until: answer ? Infinity : now }
  })

function scheduleSlot(kind: ReservationKind, date: string, window: BookingWindow, now: Instant) {
  return ({ id, time, end_time, duration, is_locked, starts_at, held }: DaySlot): ScheduleSlot => {
    const reservation = held && { status: displayedStatus({ kind, starts_at, ...held }, now) }
    const slot = { id, time, end_time, duration, is_locked, reservation }
    const problem = checkWindow(window, [starts_at], now)
    return {
      ...slot,
      // Members' screens need no other state for it.
      is_locked: is_locked || problem === 'not_open',
      is_available: slotState(slot, date, now) === 'available' && problem === null,
      ...(problem && { is_closed: true }),
    }
  }
}

/** Also returns when time alone will next change the answer. */
export function scheduleOf(day: EventDay, now: Instant): { schedule: Schedule; valid_until: Instant } {
  const { docents, rooms, slots, window } = day
  const { date } = day.event_date
  const slotsOf = (kind: ReservationKind, id: number) =>
    (slots[kind].get(id) ?? []).map(scheduleSlot(kind, date, window, now))
  return {
    schedule: {
      date,
      opens_at: opensLater(window, now),
      tour_schedule: docents.map((docent) => ({ docent, time_slots: slotsOf('VIP_TOUR', docent.id) })),
      room_schedule: rooms.map((room) => ({ room, time_slots: slotsOf('GROUP_MEETING', room.id) })),
    },
    valid_until: nextChange(day, now),
  }
}

/** Null once booking is open. */
export const opensLater = ({ opens_at }: BookingWindow, now: Instant): string | null =>
  opens_at !== null && now < opens_at ? isoInMadrid(opens_at) : null

function nextChange({ slots, window }: EventDay, now: Instant): Instant {
  let next = Infinity
  const all = [...slots.VIP_TOUR.values(), ...slots.GROUP_MEETING.values()].flat()
  for (const { starts_at, held } of all)
    for (const instant of [starts_at, held?.ends_at ?? now, ...windowChanges(window, starts_at)])
      if (instant > now && instant < next) next = instant
  return next
}
