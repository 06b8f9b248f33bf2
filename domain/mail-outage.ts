import type { Instant } from './madrid-time.ts'

export type WaitingMails = { delayed: number; held_since: Instant | null }

const MOST_DELAYED = 10
const QUIET_MS = 120_000

export const isMailOutage = ({ delayed, held_since }: WaitingMails, now: Instant): boolean =>
  delayed >= MOST_DELAYED || (held_since !== null && now - held_since >= QUIET_MS)

const TRY_EVERY_MS = 15_000

/** Together they try four times a minute. */
export const heldPause = (held: number): number => TRY_EVERY_MS * Math.max(1, held)

const HELD_MS = 5 * 24 * 3_600_000

export const isHeldTooLong = (held_since: Instant, now: Instant): boolean => now - held_since >= HELD_MS
