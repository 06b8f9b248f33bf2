import { madridDate, type Instant } from './madrid-time.ts'

export const isAfterDates = (days: readonly { date: string }[], now: Instant): boolean =>
  days.every(({ date }) => date < madridDate(now))
