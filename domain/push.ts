import type { Instant } from './madrid-time.ts'

/** The setting that allows each kind. */
export const PUSH_SETTINGS = {
  approved: 'push_approved',
  served: 'push_approved',
  rejected: 'push_rejected',
  cancelled: 'push_rejected',
  cancellation_approved: 'push_rejected',
  cancellation_refused: 'push_rejected',
  moved: 'push_moved',
  place_changed: 'push_moved',
  reminder: 'push_reminder',
} as const
export type PushKind = keyof typeof PUSH_SETTINGS

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
