import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, type ReservationKind } from '../../../domain/reservation.ts'
import { slotState } from '../../../domain/slot.ts'
import type { Db } from '../../database/transaction.ts'
import { findDocents } from '../docents/queries.ts'
import { findEventDate } from '../event-dates/queries.ts'
import { findRooms } from '../rooms/queries.ts'
import { findDay, type DaySlot } from '../slots/day/queries.ts'

type Facts = Parameters<typeof slotState>[0]

/** A day has thousands of slots and a hundred times: what the rule says of equal ones it is asked once. */
function askOnce(date: string, now: Instant): (slot: Facts) => boolean {
  const answers = new Map<string, boolean>()
  return (slot) => {
    const facts = `${slot.time} ${slot.is_locked} ${slot.reservation !== null}`
    const answer = answers.get(facts) ?? slotState(slot, date, now) === 'available'
    answers.set(facts, answer)
    return answer
  }
}

/** The slots of each docent or room as visitors see them at `now`, by the id of the place. */
function asShown(kind: ReservationKind, places: ReadonlyMap<number, DaySlot[]>, date: string, now: Instant) {
  const isAvailable = askOnce(date, now)
  const show = ({ id, time, end_time, duration, is_locked, starts_at, held }: DaySlot): ScheduleSlot => {
    const reservation = held && { status: displayedStatus({ kind, starts_at, ...held }, now) }
    const slot = { id, time, end_time, duration, is_locked, reservation }
    return { ...slot, is_available: isAvailable(slot) }
  }
  return ({ id }: { id: number }) => places.get(id)?.map(show) ?? []
}

/**
 * The schedule of one date as it is at `now`, with the instant at which the clock alone will next change it; undefined
 * when it is no event date.
 */
export async function findSchedule(
  db: Db,
  date: string,
  now: Instant,
): Promise<{ schedule: Schedule; valid_until: Instant } | undefined> {
  if (!(await findEventDate(db, date))) return undefined
  const docents = await findDocents(db)
  const rooms = await findRooms(db)
  const tours = await findDay(db, 'VIP_TOUR', { date })
  const meetings = await findDay(db, 'GROUP_MEETING', { date })
  const tourSlots = asShown('VIP_TOUR', tours, date, now)
  const meetingSlots = asShown('GROUP_MEETING', meetings, date, now)
  return {
    schedule: {
      date,
      tour_schedule: docents.map((docent) => ({ docent, time_slots: tourSlots(docent) })),
      room_schedule: rooms.map((room) => ({ room, time_slots: meetingSlots(room) })),
    },
    valid_until: nextChange([...tours.values(), ...meetings.values()].flat(), now),
  }
}

/** The instant at which the clock alone next changes one of these slots, or whose reservation counts as over. */
function nextChange(slots: readonly DaySlot[], now: Instant): Instant {
  let next = Infinity
  for (const { starts_at, held } of slots)
    for (const instant of [starts_at, held?.ends_at ?? now])
      if (instant > now && instant < next) next = instant
  return next
}
