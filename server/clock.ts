import type { Instant } from '../domain/madrid-time.ts'

/** The service's one clock. */
export type Clock = () => Instant

/** The real clock, or, for a rehearsal, one that reads `start` at this moment and runs on. */
export function makeClock(start?: Instant): Clock {
  const shift = start === undefined ? 0 : start - Date.now()
  return () => Date.now() + shift
}

/**
 * The real time, in a rehearsal too: phones know no other, so the codes that they compute from it can be checked against
 * nothing else. Whatever the service itself does follows its own clock.
 */
export const deviceClock: Clock = () => Date.now()
