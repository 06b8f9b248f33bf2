import { madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { minutesOf } from '../../../domain/slot.ts'

const FIRST_HOUR = 7
const LAST_HOUR = 19
export const FIRST_MINUTE = FIRST_HOUR * 60
export const LAST_MINUTE = LAST_HOUR * 60

/** 07:00 to 19:00, one column per hour. */
export const HOURS: readonly string[] = Array.from(
  { length: LAST_HOUR - FIRST_HOUR },
  (_, i) => `${String(FIRST_HOUR + i).padStart(2, '0')}:00`,
)

export const isDrawn = (minute: number): boolean => minute >= FIRST_MINUTE && minute < LAST_MINUTE

export const columnsTo = (minute: number): number => (minute - FIRST_MINUTE) / 60

/** In columns; null on another day or outside the hours. */
export function nowColumn(date: string, now: Instant): number | null {
  const minute = minutesOf(madridTime(now))
  return date === madridDate(now) && isDrawn(minute) ? columnsTo(minute) : null
}
