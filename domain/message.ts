import type { Instant } from './madrid-time.ts'

export const MAX_RECIPIENTS = 5_000

const PAUSE_MS = 60_000

/** Null if the next message may be sent now. */
export function waitsUntil(last: Instant | null, now: Instant): Instant | null {
  const until = last === null ? now : last + PAUSE_MS
  return until > now ? until : null
}
