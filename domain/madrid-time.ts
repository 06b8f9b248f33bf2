// The texts of a date need no zone: screens that show no more do without this module.
export { koreanDate, shortKoreanDate } from './date-text.ts'

/** A moment as milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

/** The IANA name of the zone in which every wall time of the product is meant. */
export const TIME_ZONE = 'Europe/Madrid' as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

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

// Madrid's offset only ever changes on a full UTC hour, so one Intl call serves every instant of that hour.
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

/** Madrid's calendar date of an instant, `YYYY-MM-DD`. */
export const madridDate = (instant: Instant): string => wall(instant).slice(0, 10)

/** Madrid's wall time of an instant, `HH:MM`. */
export const madridTime = (instant: Instant): string => wall(instant).slice(11, 16)

function offsetText(instant: Instant): string {
  const minutes = offsetAt(instant) / MINUTE
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `+${hours}:${String(minutes % 60).padStart(2, '0')}`
}

/** An instant as ISO 8601 with Madrid's offset: `2026-03-29T03:00:00+02:00`. */
export const isoInMadrid = (instant: Instant): string => wall(instant).slice(0, 19) + offsetText(instant)

/** The wall time in Madrid as spreadsheets keep it, who know no zones: a Date whose UTC fields say it. */
export const wallDate = (instant: Instant): Date => new Date(`${wall(instant).slice(0, 19)}Z`)

/** The same to the millisecond, unless that is a full second: `2026-03-29T03:00:00.125+02:00`. */
export const exactIsoInMadrid = (instant: Instant): string =>
  wall(instant).slice(0, 23).replace('.000', '') + offsetText(instant)

/**
 * The instant of a Madrid wall time (`YYYY-MM-DD`, `HH:MM`). A wall time that comes twice means the first; one that
 * the change to summer time leaves out is null.
 */
export function instantOf(date: string, time: string): Instant | null {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const candidates = [asUtc - offsetAt(asUtc - DAY), asUtc - offsetAt(asUtc + DAY)].sort((a, b) => a - b)
  return candidates.find((instant) => instant + offsetAt(instant) === asUtc) ?? null
}

/** The first instant of a Madrid day. */
export function startOfDay(date: string): Instant {
  const midnight = instantOf(date, '00:00')
  if (midnight === null) throw new RangeError(`${date} has no midnight`)
  return midnight
}

/** The first instant after a Madrid day. No change of clocks falls into its last minute. */
export const endOfDay = (date: string): Instant => instantOf(date, '23:59')! + MINUTE

/** The calendar date `days` later (or earlier, when negative). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
