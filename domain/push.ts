import type { Instant } from './madrid-time.ts'

export const PUSH_KINDS = ['approved', 'rejected', 'moved', 'reminder'] as const
export type PushKind = (typeof PUSH_KINDS)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LONGEST = 72 * HOUR

/** The start, but 15 minutes to 72 hours ahead. */
export const pushExpiry = (starts_at: Instant, now: Instant): Instant =>
  Math.max(now + 15 * MINUTE, Math.min(starts_at, now + LONGEST))

/** Wakes sleeping phones: reminders, or starts within two hours. */
export const isPushUrgent = (kind: PushKind, starts_at: Instant, now: Instant): boolean =>
  kind === 'reminder' || starts_at - now <= 2 * HOUR

/** Doubles from half a minute up to an hour. */
export const pushPause = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), HOUR)
