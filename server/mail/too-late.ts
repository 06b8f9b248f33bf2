import type { Instant } from '../../domain/madrid-time.ts'

/** How long a sign-up code counts: later it would only confuse. */
const CODE_MS = 10 * 60_000

/** The reason of a mail that is given up because of it. */
export const TOO_LATE = 'too late to be of use'

type Waiting = { kind: string; created_at: Date; facts: unknown }

/** The instant from which on a mail is of no use, where its facts say one: reminders do. */
const lapseOf = (facts: unknown): Instant => (facts as { lapses_at?: Instant } | null)?.lapses_at ?? Infinity

/** Whether a mail that still waits would only confuse: a sign-up code, or a reminder of what has begun. */
export const isTooLate = ({ kind, created_at, facts }: Waiting, now: Instant): boolean =>
  kind === 'verification_code' ? now - created_at.getTime() > CODE_MS : lapseOf(facts) <= now
