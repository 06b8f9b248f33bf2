import type { Instant } from './madrid-time.ts'
import { canEndEarly, canGiveFeedback, displayedStatus, type ReservationFacts } from './reservation.ts'

/** Whether it takes place at this moment: approved, begun, and not over. */
export const isRunning = (r: ReservationFacts, now: Instant): boolean =>
  displayedStatus(r, now) === 'APPROVED' && r.starts_at <= now

/** Whether it is a request that nobody decided before its time was over. */
export const isPastRequest = (r: ReservationFacts, now: Instant): boolean =>
  r.status === 'PENDING' && r.ends_at <= now

/** Whether nothing of it is still to come: ended, rejected, cancelled, or its time is over. */
const isDone = (r: ReservationFacts, now: Instant) =>
  r.ends_at <= now || ['COMPLETED', 'REJECTED', 'CANCELLED'].includes(r.status)

/** A member's reservations as their list shows them: what runs or comes, the next one first, and what is past, newest first. */
export function groupOwn<One>(
  reservations: readonly One[],
  factsOf: (one: One) => ReservationFacts,
  now: Instant,
): { coming: One[]; past: One[] } {
  const sorted = reservations
    .map((one) => ({ one, facts: factsOf(one) }))
    .toSorted((a, b) => a.facts.starts_at - b.facts.starts_at)
  const only = (done: boolean) =>
    sorted.filter(({ facts }) => isDone(facts, now) === done).map(({ one }) => one)
  return { coming: only(false), past: only(true).toReversed() }
}

/**
 * What its member most probably wants to do with a reservation now: end the meeting that runs, say how it was, take
 * what comes into the calendar. Null when nothing stands out.
 */
export function mainActionOf(
  r: ReservationFacts & { has_feedback: boolean },
  now: Instant,
): 'end' | 'feedback' | 'calendar' | null {
  if (isRunning(r, now)) return canEndEarly(r, now) ? 'end' : null
  const displayed = displayedStatus(r, now)
  if (displayed === 'APPROVED') return 'calendar'
  return displayed === 'COMPLETED' && !r.has_feedback && canGiveFeedback(r, now) ? 'feedback' : null
}
