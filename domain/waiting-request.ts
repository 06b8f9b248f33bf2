import { addDays, instantOf, madridDate, madridTime, startOfDay, type Instant } from './madrid-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The wall times in Madrid between which somebody is expected to decide, on every day. */
export type OpeningHours = { from: string; until: string }

/** Whether somebody is expected to decide now. */
export const isOpen = ({ from, until }: OpeningHours, now: Instant): boolean =>
  from <= madridTime(now) && madridTime(now) < until

/** A wall time of a day; one that the change to summer time leaves out is when that hour would have ended. */
const onDay = (date: string, time: string): Instant =>
  instantOf(date, time) ?? instantOf(date, '03:00') ?? startOfDay(date)

/** The instant at which something that began at `since` has lasted for `hours`, counted in opening hours alone. */
export function afterOpeningHours(since: Instant, hours: number, { from, until }: OpeningHours): Instant {
  let left = hours * HOUR
  for (let date = madridDate(since); ; date = addDays(date, 1)) {
    const begin = Math.max(since, onDay(date, from))
    const open = Math.max(0, onDay(date, until) - begin)
    if (open >= left && open > 0) return begin + left
    left -= open
  }
}

/**
 * Whether the approver is to be told now: while the office is open, when the oldest request has waited for too long, and
 * not of the same line of requests twice a day. That is another line when none of those that waited at the last mail
 * waits any more.
 */
export function isApproverTold(
  oldest: Instant,
  told_at: Instant | null,
  { hours, open }: { hours: number; open: OpeningHours },
  now: Instant,
): boolean {
  if (!isOpen(open, now) || afterOpeningHours(oldest, hours, open) > now) return false
  // A mail of the future was sent on the clock of a rehearsal.
  if (told_at === null || told_at > now) return true
  return oldest > told_at || madridDate(told_at) < madridDate(now)
}
