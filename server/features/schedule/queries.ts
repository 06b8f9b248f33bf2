import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, type ReservationKind } from '../../../domain/reservation.ts'
import { slotState } from '../../../domain/slot.ts'
import type { DaySlot, EventDay } from '../slots/day/queries.ts'

function scheduleSlot(kind: ReservationKind, date: string, now: Instant) {
  return ({ id, time, end_time, duration, is_locked, starts_at, held }: DaySlot): ScheduleSlot => {
    const reservation = held && { status: displayedStatus({ kind, starts_at, ...held }, now) }
    const slot = { id, time, end_time, duration, is_locked, reservation }
    return { ...slot, is_available: slotState(slot, date, now) === 'available' }
  }
}

/** Also returns when time alone will next change the answer. */
export function scheduleOf(
  { event_date: { date }, docents, rooms, slots }: EventDay,
  now: Instant,
): { schedule: Schedule; valid_until: Instant } {
  const slotsOf = (kind: ReservationKind, id: number) =>
    (slots[kind].get(id) ?? []).map(scheduleSlot(kind, date, now))
  return {
    schedule: {
      date,
      tour_schedule: docents.map((docent) => ({ docent, time_slots: slotsOf('VIP_TOUR', docent.id) })),
      room_schedule: rooms.map((room) => ({ room, time_slots: slotsOf('GROUP_MEETING', room.id) })),
    },
    valid_until: nextChange([...slots.VIP_TOUR.values(), ...slots.GROUP_MEETING.values()].flat(), now),
  }
}

function nextChange(slots: readonly DaySlot[], now: Instant): Instant {
  let next = Infinity
  for (const { starts_at, held } of slots)
    for (const instant of [starts_at, held?.ends_at ?? now])
      if (instant > now && instant < next) next = instant
  return next
}
