import { checkBooking, type BookableSlot, type BookingProblem, type BookingRequest } from './booking.ts'
import type { Instant } from './madrid-time.ts'
import { isAwaited, type ReservationFacts } from './reservation.ts'

export type Held = readonly { id: number; starts_at: Instant }[]

type Slot = Pick<BookableSlot, 'id' | 'starts_at' | 'is_locked' | 'is_held'>

/** Own slots are free; own start times may have begun. */
function seenByMove<S extends Slot>(slot: S, held: Held): S & { is_kept: boolean } {
  const isOwn = held.some(({ id }) => id === slot.id)
  return {
    ...slot,
    is_held: slot.is_held && !isOwn,
    is_locked: slot.is_locked && !isOwn,
    is_kept: held.some(({ starts_at }) => starts_at === slot.starts_at),
  }
}

export type SlotLoss = 'past' | 'taken' | 'locked'

/** Null if a move is possible. */
export function lossForMove(slot: Slot, held: Held, now: Instant): SlotLoss | null {
  const seen = seenByMove(slot, held)
  if (!seen.is_kept && seen.starts_at <= now) return 'past'
  return seen.is_held ? 'taken' : seen.is_locked ? 'locked' : null
}

export type MoveProblem = BookingProblem | 'over' | 'unchanged'

export function checkMove(
  reservation: ReservationFacts & { held: Held },
  request: BookingRequest,
  now: Instant,
): MoveProblem | null {
  const { held } = reservation
  if (!isAwaited(reservation, now)) return 'over'
  if (isHeld(held, request.slots)) return 'unchanged'
  return checkBooking({ ...request, slots: request.slots.map((slot) => seenByMove(slot, held)) }, now)
}

export const isHeld = (held: Held, slots: readonly { id: number }[]): boolean =>
  held.length === slots.length && slots.every(({ id }) => held.some((own) => own.id === id))
