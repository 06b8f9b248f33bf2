import type { Instant } from './madrid-time.ts'
import { displayedStatus, type ReservationFacts, type Status } from './reservation.ts'

/** Notices wait for this. */
export const TAKE_BACK_MS = 10_000

export type LatestChange = { action: string; by: string; at: Instant }

const NOT_APPROVED: readonly Status[] = ['PENDING', 'REJECTED', 'CANCELLED']

/** `too_late` after notices or later changes; null if allowed. */
export function checkTakeBack(
  r: ReservationFacts,
  latest: LatestChange | undefined,
  now: Instant,
): 'invalid_transition' | 'too_late' | null {
  const status = displayedStatus(r, now)
  if (NOT_APPROVED.includes(status)) return 'invalid_transition'
  const isOpen =
    latest?.action === 'approve' && latest.by === 'admin' && Math.abs(now - latest.at) < TAKE_BACK_MS
  return status === 'APPROVED' && isOpen ? null : 'too_late'
}
