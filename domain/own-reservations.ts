import type { Instant } from './madrid-time.ts'
import {
  canEndEarly,
  canGiveFeedback,
  displayedStatus,
  earlyEndOf,
  STATUSES,
  type ReservationFacts,
  type Status,
} from './reservation.ts'

/** Whether it takes place at this moment: approved, begun, and not over. */
export const isRunning = (r: ReservationFacts, now: Instant): boolean =>
  displayedStatus(r, now) === 'APPROVED' && r.starts_at <= now

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
 * The action that its member most probably looks for now: to end the meeting that runs, to say how it was, to take into
 * the calendar what comes. Null when none stands out.
 */
export function mainActionOf(
  r: ReservationFacts & { ended_at: Instant | null; has_feedback: boolean },
  now: Instant,
): 'end' | 'feedback' | 'calendar' | null {
  if (isRunning(r, now)) return canEndEarly(r, now) ? 'end' : null
  const displayed = displayedStatus(r, now)
  if (displayed === 'APPROVED') return 'calendar'
  // A meeting that ended before its start is nothing to speak of.
  const tookPlace = displayed === 'COMPLETED' && earlyEndOf(r.starts_at, r.ended_at) !== 'before_start'
  return tookPlace && !r.has_feedback && canGiveFeedback(r, now) ? 'feedback' : null
}

/** The counters of the profile page, by the displayed statuses that each counts. Upcoming: approved and not yet over. */
const COUNTED = {
  total: STATUSES,
  pending: ['PENDING'],
  upcoming: ['APPROVED'],
  cancel_requested: ['CANCEL_REQUESTED'],
  cancelled: ['CANCELLED', 'REJECTED'],
  completed: ['COMPLETED'],
} as const satisfies Record<string, readonly Status[]>
export type Counter = keyof typeof COUNTED

export const COUNTERS = Object.keys(COUNTED) as readonly Counter[]

/** Whether a counter counts reservations of this displayed status. */
export const isCounted = (counter: Counter, displayed: Status): boolean =>
  (COUNTED[counter] as readonly Status[]).includes(displayed)

/** The number of each counter, from the displayed statuses of a member's reservations. */
export const countReservations = (displayed: readonly Status[]): Record<Counter, number> =>
  Object.fromEntries(
    COUNTERS.map((counter) => [counter, displayed.filter((status) => isCounted(counter, status)).length]),
  ) as Record<Counter, number>
