import { endOfDay, madridDate, type Instant } from './madrid-time.ts'
import type { Status } from './reservation.ts'

type Entry = { starts_at: Instant; ends_at: Instant; status: Status }

/** Where an entry of a day sheet stands at a moment. */
export type Standing = 'over' | 'now' | 'next' | 'later'

// An entry that ended early is over even before its `ends_at`.
const isOver = ({ status, ends_at }: Entry, now: Instant) => status === 'COMPLETED' || ends_at <= now

/** Where each entry stands, in their order. Next are those that begin first of what is to come. */
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
