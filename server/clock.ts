import type { Instant } from '../domain/madrid-time.ts'

/** The service's one clock. */
export type Clock = () => Instant

/** The real clock, or, for a rehearsal, one that reads `start` at this moment and runs on. */
export function makeClock(start?: Instant): Clock {
  const shift = start === undefined ? 0 : start - Date.now()
  return () => Date.now() + shift
}
