import { instantOf, type Instant } from './madrid-time.ts'

/** Accepts `24:00`; wall times skipped in spring become an hour later. */
export const wallInstant = (date: string, time: string): Instant =>
  instantOf(date, time) ??
  instantOf(date, `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`)!
