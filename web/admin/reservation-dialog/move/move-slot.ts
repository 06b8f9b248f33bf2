import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import type { RoomSlot, TourSlot } from '../../../../contract/slot.ts'
import { instantOf, startOfDay, type Instant } from '../../../../domain/madrid-time.ts'
import { lossForMove, type Held, type SlotLoss } from '../../../../domain/moving.ts'

type Slot = TourSlot | RoomSlot

export function heldBy(reservation: Reservation): Held {
  const { date } = reservationFacts(reservation)
  const slots =
    reservation.type === 'VIP_TOUR'
      ? [reservation.available_tour]
      : reservation.time_slots.map(({ available_room }) => available_room)
  // A deleted slot has no id; 0 matches none.
  return slots.map(({ id, time }) => ({ id: id ?? 0, starts_at: instantOf(date, time) ?? startOfDay(date) }))
}

/** Why each slot can't be used by the moved reservation, or null. */
export function lossesOf(
  slots: readonly Slot[],
  reservation: Reservation,
  now: Instant,
): ReadonlyMap<Slot, SlotLoss | null> {
  const held = heldBy(reservation)
  const seen = (slot: Slot) => ({
    id: slot.id,
    starts_at: instantOf(slot.event_date.date, slot.time) ?? startOfDay(slot.event_date.date),
    is_locked: slot.is_locked,
    is_held: !slot.available && !slot.is_locked,
  })
  return new Map(slots.map((slot) => [slot, lossForMove(seen(slot), held, now)]))
}
