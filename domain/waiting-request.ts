import { HOUR, addDays, instantOf, madridDate, madridTime, startOfDay, type Instant } from './madrid-time.ts'

export type OpeningHours = { from: string; until: string }

export const isOpen = ({ from, until }: OpeningHours, now: Instant): boolean =>
  from <= madridTime(now) && madridTime(now) < until

/** Later answers are useless. */
export const undecidedSpan = (now: Instant) => ({ from: now - 24 * HOUR, until: now - HOUR })

const onDay = (date: string, time: string): Instant =>
  instantOf(date, time) ?? instantOf(date, '03:00') ?? startOfDay(date)

/** Counts opening hours only. */
export function afterOpeningHours(since: Instant, hours: number, { from, until }: OpeningHours): Instant {
  let left = hours * HOUR
  for (let date = madridDate(since); ; date = addDays(date, 1)) {
    const begin = Math.max(since, onDay(date, from))
    const open = Math.max(0, onDay(date, until) - begin)
    if (open >= left && open > 0) return begin + left
    left -= open
  }
}

/** Once a day, while open and overdue; new requests may repeat it. */
export function isApproverTold(
  oldest: Instant,
  told_at: Instant | null,
  { hours, open }: { hours: number; open: OpeningHours },
  now: Instant,
): boolean {
  if (!isOpen(open, now) || afterOpeningHours(oldest, hours, open) > now) return false
  if (told_at === null || told_at > now) return true
  return oldest > told_at || madridDate(told_at) < madridDate(now)
}
