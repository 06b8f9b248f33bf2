import { madridDate, type Instant } from './madrid-time.ts'
import {
  canEndEarly,
  canGiveFeedback,
  displayedStatus,
  earlyEndOf,
  STATUSES,
  type ReservationFacts,
  type Status,
} from './reservation.ts'

export const isRunning = (r: ReservationFacts, now: Instant): boolean =>
  displayedStatus(r, now) === 'APPROVED' && r.starts_at <= now

const isDone = (r: ReservationFacts, now: Instant) =>
  r.ends_at <= now || ['COMPLETED', 'CANCELLED'].includes(r.status)

export const isOfToday = (
  { status, date, ends_at }: Pick<ReservationFacts, 'status' | 'ends_at'> & { date: string },
  now: Instant,
): boolean => status === 'APPROVED' && date === madridDate(now) && now < ends_at

/** Coming soonest first, past newest first. */
export function groupOwn<One>(
  reservations: readonly One[],
  factsOf: (one: One) => ReservationFacts,
  now: Instant,
): { coming: One[]; past: One[] } {
  const sorted = reservations
    .map((one) => ({ one, facts: factsOf(one) }))
    .sort((a, b) => a.facts.starts_at - b.facts.starts_at)
  const only = (done: boolean) =>
    sorted.filter(({ facts }) => isDone(facts, now) === done).map(({ one }) => one)
  return { coming: only(false), past: only(true).reverse() }
}

export function mainActionOf(
  r: ReservationFacts & { ended_at: Instant | null; has_feedback: boolean },
  now: Instant,
): 'end' | 'feedback' | 'calendar' | null {
  if (isRunning(r, now)) return canEndEarly(r, now) ? 'end' : null
  const displayed = displayedStatus(r, now)
  if (displayed === 'APPROVED') return 'calendar'
  const tookPlace = displayed === 'COMPLETED' && earlyEndOf(r.starts_at, r.ended_at) !== 'before_start'
  return tookPlace && !r.has_feedback && canGiveFeedback(r, now) ? 'feedback' : null
}

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

export const isCounted = (counter: Counter, displayed: Status): boolean =>
  (COUNTED[counter] as readonly Status[]).includes(displayed)

export const countReservations = (displayed: readonly Status[]): Record<Counter, number> =>
  Object.fromEntries(
    COUNTERS.map((counter) => [counter, displayed.filter((status) => isCounted(counter, status)).length]),
  ) as Record<Counter, number>
