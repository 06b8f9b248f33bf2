import { DAY, endOfDay, madridDate, type Instant } from './madrid-time.ts'
import type { Status } from './reservation.ts'

type Entry = { starts_at: Instant; ends_at: Instant; status: Status }

export type Standing = 'over' | 'now' | 'next' | 'later'

// Meetings ended early are over before `ends_at`.
const isOver = ({ status, ends_at }: Entry, now: Instant) => status === 'COMPLETED' || ends_at <= now

/** In input order; `next` marks the earliest start ahead. */
export function standings(entries: readonly Entry[], now: Instant): Standing[] {
  const coming = entries.filter((entry) => !isOver(entry, now) && entry.starts_at > now)
  const next = Math.min(...coming.map(({ starts_at }) => starts_at))
  return entries.map((entry) => {
    const { starts_at } = entry
    if (isOver(entry, now)) return 'over'
    if (starts_at <= now) return 'now'
    return starts_at === next ? 'next' : 'later'
  })
}

const MAX_DAYS = 366

export const lastDayOfLink = (dates: readonly string[]): string | undefined => [...dates].sort().at(-1)

/** Null up to 366 days ahead. */
export function checkLastDay(date: string, now: Instant): 'past' | 'too_late' | null {
  if (endOfDay(date) <= now) return 'past'
  return date > madridDate(now + MAX_DAYS * DAY) ? 'too_late' : null
}
