/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

export const TIME_ZONE = 'Europe/Madrid' as const

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

// Madrid's offset changes only on full UTC hours.
const offsets = new Map<number, number>()

function offsetAt(instant: Instant): number {
  const hour = Math.floor(instant / HOUR)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const part = Object.fromEntries(
    wallClock.formatToParts(hour * HOUR).map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>
  const asUtc = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute)
  const offset = asUtc - hour * HOUR
  if (offsets.size > 5000) offsets.clear()
  offsets.set(hour, offset)
  return offset
}

const wall = (instant: Instant) => new Date(instant + offsetAt(instant)).toISOString()

/** `YYYY-MM-DD`. */
export const madridDate = (instant: Instant): string => wall(instant).slice(0, 10)

/** `HH:MM`. */
export const madridTime = (instant: Instant): string => wall(instant).slice(11, 16)

/** An end time: `24:00` at midnight. */
export const madridEnd = (instant: Instant): string => madridTime(instant).replace('00:00', '24:00')

function offsetText(instant: Instant): string {
  const minutes = offsetAt(instant) / MINUTE
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `+${hours}:${String(minutes % 60).padStart(2, '0')}`
}

/** ISO 8601 with Madrid's offset: `2026-03-29T03:00:00+02:00`. */
export const isoInMadrid = (instant: Instant): string => wall(instant).slice(0, 19) + offsetText(instant)

/** Wall time in the UTC fields, for zoneless spreadsheets. */
export const wallDate = (instant: Instant): Date => new Date(`${wall(instant).slice(0, 19)}Z`)

/** ISO 8601 with milliseconds unless zero. */
export const exactIsoInMadrid = (instant: Instant): string =>
  wall(instant).slice(0, 23).replace('.000', '') + offsetText(instant)

/** First of two equal wall times; null if skipped in spring. */
export function instantOf(date: string, time: string): Instant | null {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const candidates = [asUtc - offsetAt(asUtc - DAY), asUtc - offsetAt(asUtc + DAY)].sort((a, b) => a - b)
  return candidates.find((instant) => instant + offsetAt(instant) === asUtc) ?? null
}

export function startOfDay(date: string): Instant {
  const midnight = instantOf(date, '00:00')
  if (midnight === null) throw new RangeError(`${date} has no midnight`)
  return midnight
}

/** Exclusive; clocks never change in the last minute. */
export const endOfDay = (date: string): Instant => instantOf(date, '23:59')! + MINUTE

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** A real day as `YYYY-MM-DD`, from year 1000. */
export const isDate = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))

/** `HH:MM`, 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const

/** `2026년 11월 21일 (토)`. */
export function koreanDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일 (${weekday(date)})`
}

/** `11.21 (토)`. */
export const shortKoreanDate = (date: string): string =>
  `${Number(date.slice(5, 7))}.${Number(date.slice(8))} (${weekday(date)})`

export const shortKoreanDates = (first: string, last: string): string =>
  [...new Set([first, last])].map(shortKoreanDate).join(' ~ ')

const weekday = (date: string) => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]!
