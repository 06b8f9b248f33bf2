import type { Instant } from '../domain/madrid-time.ts'

export type Clock = () => Instant

/** With `start`, a rehearsal's clock that starts there. */
export function makeClock(start?: Instant): Clock {
  const shift = start === undefined ? 0 : start - Date.now()
  return () => Date.now() + shift
}

/** Also real in a rehearsal: authenticator apps compute codes from it. */
export const deviceClock: Clock = () => Date.now()
