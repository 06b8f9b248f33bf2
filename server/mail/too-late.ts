import type { Instant } from '../../domain/madrid-time.ts'

/** How long a sign-up code counts: later it would only confuse. */
const CODE_MS = 10 * 60_000

/** The reason of a mail that is given up because of it. */
export const TOO_LATE = 'too late to be of use'

/** A mail with the instant, in its facts, from which on it is of no use; null for all but reminders. */
type Waiting = { kind: string; created_at: Date; lapses_at: Instant | null }

/** Whether a mail that still waits would only confuse: a sign-up code, or a reminder of what has begun. */
export const isTooLate = ({ kind, created_at, lapses_at }: Waiting, now: Instant): boolean =>
  kind === 'verification_code' ? now - created_at.getTime() > CODE_MS : lapses_at !== null && lapses_at <= now
