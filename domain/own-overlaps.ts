import type { Instant } from './madrid-time.ts'
import { isActive, type ReservationFacts } from './reservation.ts'
import { overlaps } from './slot.ts'

/** Active ones; touching ends do not overlap. */
export const overlappingOwn = <R extends ReservationFacts>(
  own: readonly R[],
  wanted: { starts_at: Instant; ends_at: Instant },
  now: Instant,
): R[] => own.filter((reservation) => isActive(reservation, now) && overlaps(reservation, wanted))
