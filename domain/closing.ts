import { DAY, addDays, madridDate, type Instant } from './madrid-time.ts'

const TOLD_DAYS_BEFORE = 7

export type ErasureFacts = {
  last_date: string | null
  after_days: number | null
  told_for: string | null
  told_at: Instant | null
  has_persons: boolean
}

export const isEventOver = (
  { last_date, ahead }: { last_date: string | null; ahead: number },
  now: Instant,
): boolean => ahead === 0 && (last_date === null || last_date < madridDate(now))

/** Null if automatic erasure is off or nothing remains. */
export const erasureDay = ({ last_date, after_days, has_persons }: ErasureFacts): string | null =>
  last_date === null || after_days === null || !has_persons ? null : addDays(last_date, after_days)

const toldAt = ({ told_for, told_at }: ErasureFacts, due_on: string, now: Instant): Instant | null =>
  told_for === due_on && told_at !== null && told_at <= now ? told_at : null

/** Erases only after a week's notice of the same date. */
export function erasureStep(facts: ErasureFacts, now: Instant): 'wait' | 'tell' | 'erase' {
  const due_on = erasureDay(facts)
  const today = madridDate(now)
  if (due_on === null || today < addDays(due_on, -TOLD_DAYS_BEFORE)) return 'wait'
  if (toldAt(facts, due_on, now) === null) return 'tell'
  return today >= announcedDay(facts, now)! ? 'erase' : 'wait'
}

/** At least a week after the announcement. */
export function announcedDay(facts: ErasureFacts, now: Instant): string | null {
  const due_on = erasureDay(facts)
  if (due_on === null) return null
  const week = addDays(madridDate(toldAt(facts, due_on, now) ?? now), TOLD_DAYS_BEFORE)
  return due_on > week ? due_on : week
}

/** 1 to 7; null outside the last week. */
export function daysToErasure(facts: ErasureFacts, now: Instant): number | null {
  const day = announcedDay(facts, now)
  if (day === null || erasureStep({ ...facts, told_for: null }, now) === 'wait') return null
  return Math.max(1, daysBetween(madridDate(now), day))
}

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** Shifts all dates so that the earliest is `first`. */
export function shiftedDates(dates: readonly string[], first: string): { from: string; to: string }[] {
  const sorted = [...dates].sort()
  const shift = sorted[0] === undefined ? 0 : daysBetween(sorted[0], first)
  return sorted.map((from) => ({ from, to: addDays(from, shift) }))
}
