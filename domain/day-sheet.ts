import { endOfDay, madridDate, type Instant } from './madrid-time.ts'

type Times = { starts_at: Instant; ends_at: Instant }

/** Where an entry of a day sheet stands at a moment. */
export type Standing = 'over' | 'now' | 'next' | 'later'

/** Where each entry stands, in their order. Next are those that begin first of what has not begun. */
export function standings(entries: readonly Times[], now: Instant): Standing[] {
  const next = Math.min(...entries.map(({ starts_at }) => starts_at).filter((start) => start > now))
  return entries.map(({ starts_at, ends_at }) => {
    if (ends_at <= now) return 'over'
    if (starts_at <= now) return 'now'
    return starts_at === next ? 'next' : 'later'
  })
}

/** The date of several, ascending, that somebody wants to see at `today`: this one, else the next, else the last. */
export const dateToShow = (dates: readonly string[], today: string): string | undefined =>
  dates.find((date) => date >= today) ?? dates.at(-1)

/** The longest that a link may be good for, from the day on which it is made. */
const MAX_DAYS = 366
const DAY = 24 * 3_600_000

/** The date after which a link to these dates is worth nothing, unless its maker wants another: the last of them. */
export const lastDayOfLink = (dates: readonly string[]): string | undefined => dates.toSorted().at(-1)

/** Why a link cannot be good until the end of a date, or null: that has passed, or it is more than a year away. */
export function checkLastDay(date: string, now: Instant): 'past' | 'too_late' | null {
  if (endOfDay(date) <= now) return 'past'
  return date > madridDate(now + MAX_DAYS * DAY) ? 'too_late' : null
}
