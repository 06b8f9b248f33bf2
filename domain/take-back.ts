import type { Instant } from './madrid-time.ts'
import { displayedStatus, type ReservationFacts, type Status } from './reservation.ts'

/** How long an approval can be undone. Its notices are sent when this is over. */
export const TAKE_BACK_MS = 10_000

/** A reservation's latest entry in its history. */
export type LatestChange = { action: string; at: Instant }

const NOT_APPROVED: readonly Status[] = ['PENDING', 'REJECTED', 'CANCELLED']

/**
 * Why an approval cannot be undone, else null: `invalid_transition` where there is none, `too_late` once the member has
 * been notified or anything else has happened to the reservation.
 */
export function checkTakeBack(
  r: ReservationFacts,
  latest: LatestChange | undefined,
  now: Instant,
): 'invalid_transition' | 'too_late' | null {
  const status = displayedStatus(r, now)
  if (NOT_APPROVED.includes(status)) return 'invalid_transition'
  // An approval ahead of the clock comes from a rehearsal on a later one.
  const isOpen = latest?.action === 'approve' && Math.abs(now - latest.at) < TAKE_BACK_MS
  return status === 'APPROVED' && isOpen ? null : 'too_late'
}
