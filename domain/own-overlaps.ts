import type { Instant } from './madrid-time.ts'
import { isActive, type ReservationFacts } from './reservation.ts'
import { overlaps } from './slot.ts'

/**
 * Those of a member's own reservations that are still to take place, or to be decided, while something from `starts_at`
 * to `ends_at` would. One that ends as the other begins is none of them.
 */
export const overlappingOwn = <R extends ReservationFacts>(
  own: readonly R[],
  wanted: { starts_at: Instant; ends_at: Instant },
  now: Instant,
): R[] => own.filter((reservation) => isActive(reservation, now) && overlaps(reservation, wanted))
