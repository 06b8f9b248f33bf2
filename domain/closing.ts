import { addDays, madridDate, type Instant } from './madrid-time.ts'

const DAY_MS = 24 * 3_600_000

/** Administrators know of an erasure so many days before. */
const TOLD_DAYS_BEFORE = 7

/** The facts that an event's erasure hangs on. Dates are days in Madrid. */
export type ErasureFacts = {
  /** The last day of the event, or of its last reservation; null without any. */
  last_date: string | null
  /** How many days after it; null for never. */
  after_days: number | null
  /** The day that was announced, and when; null where none was. */
  told_for: string | null
  told_at: Instant | null
  /** Whether there is anything left to erase. */
  has_persons: boolean
}

/** Whether nothing more comes of an event: its last day is over, and no reservation is ahead. */
export const isEventOver = (
  { last_date, ahead }: { last_date: string | null; ahead: number },
  now: Instant,
): boolean => ahead === 0 && (last_date === null || last_date < madridDate(now))

/** The day on which personal data are erased by themselves, or null: never, or nothing is left. */
export const erasureDay = ({ last_date, after_days, has_persons }: ErasureFacts): string | null =>
  last_date === null || after_days === null || !has_persons ? null : addDays(last_date, after_days)

/**
 * The next step of the service: nothing, announcing the erasure, or erasing. Nothing is erased that was not announced a whole
 * week before as due on that very day; a service that was down then announces first. A service that was down on the day
 * itself erases at its next start.
 */
export function erasureStep(facts: ErasureFacts, now: Instant): 'wait' | 'tell' | 'erase' {
  const due_on = erasureDay(facts)
  const today = madridDate(now)
  if (due_on === null || today < addDays(due_on, -TOLD_DAYS_BEFORE)) return 'wait'
  // An announcement ahead of the clock was made on another one.
  const isTold = facts.told_for === due_on && facts.told_at !== null && facts.told_at <= now
  if (!isTold) return 'tell'
  const hasWaited = today >= addDays(madridDate(facts.told_at!), TOLD_DAYS_BEFORE)
  return today >= due_on && hasWaited ? 'erase' : 'wait'
}

/** The day that an announcement made now names: the due day, or a week from now where that is later. */
export function announcedDay(facts: ErasureFacts, now: Instant): string | null {
  const due_on = erasureDay(facts)
  if (due_on === null) return null
  const isTold = facts.told_for === due_on && facts.told_at !== null && facts.told_at <= now
  const week = addDays(madridDate(isTold ? facts.told_at! : now), TOLD_DAYS_BEFORE)
  return due_on > week ? due_on : week
}

/** In how many days personal data will be erased, where that is within a week, at least 1; else null. */
export function daysToErasure(facts: ErasureFacts, now: Instant): number | null {
  const day = announcedDay(facts, now)
  if (day === null || erasureStep({ ...facts, told_for: null }, now) === 'wait') return null
  return Math.max(1, daysBetween(madridDate(now), day))
}

/** From one day to another, negative when that is earlier. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The days of an event as they are when its first day is another one: the days between stay as they are. */
export function shiftedDates(dates: readonly string[], first: string): { from: string; to: string }[] {
  const sorted = dates.toSorted()
  const shift = sorted[0] === undefined ? 0 : daysBetween(sorted[0], first)
  return sorted.map((from) => ({ from, to: addDays(from, shift) }))
}
