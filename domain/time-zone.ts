import { madridTime, type Instant } from './madrid-time.ts'

/** `offset` as in `getTimezoneOffset()`. */
export const isElsewhere = (offset: number, now: Instant): boolean =>
  madridTime(now) !== new Date(now - offset * 60_000).toISOString().slice(11, 16)
