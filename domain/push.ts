import type { Instant } from './madrid-time.ts'

/** The events that a member may be told of on the lock screen of a phone. */
export const PUSH_KINDS = ['approved', 'rejected', 'moved', 'reminder'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LONGEST = 72 * HOUR

/**
 * Until when a push is worth delivering: until the reservation begins, for at most three days, and for a quarter of an
 * hour where it has begun already. Later its mail says enough.
 */
export const pushExpiry = (starts_at: Instant, now: Instant): Instant =>
  Math.max(now + 15 * MINUTE, Math.min(starts_at, now + LONGEST))

/** Whether a push wakes a phone that saves its battery: a reminder, or news of what begins within two hours. */
export const isPushUrgent = (kind: PushKind, starts_at: Instant, now: Instant): boolean =>
  kind === 'reminder' || starts_at - now <= 2 * HOUR

/** When a push that failed `attempts` times is tried again: after half a minute, then each time twice as late. */
export const nextPushTry = (attempts: number, now: Instant): Instant =>
  now + Math.min(30_000 * 2 ** Math.max(0, attempts - 1), HOUR)
