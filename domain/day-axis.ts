import { groupBy } from './group-by.ts'
import type { Instant } from './madrid-time.ts'
import { hourOf } from './slot-hours.ts'
import { isPast } from './slot.ts'

/** A docent or room as far as its times are concerned. */
type DayPlace = { slots: readonly { time: string }[] }

/**
 * The times (`HH:MM`) at which anything begins on a day, of all docents or rooms together and in order: those that are past
 * and those that are ahead. A time that nobody has is no column, so that a long break takes no room.
 */
export function dayAxis(
  places: readonly DayPlace[],
  date: string,
  now: Instant,
): { past: string[]; ahead: string[] } {
  const times = [...new Set(places.flatMap(({ slots }) => slots.map(({ time }) => time)))].toSorted()
  const ahead = times.findIndex((time) => !isPast(date, time, now))
  const past = ahead < 0 ? times.length : ahead
  return { past: times.slice(0, past), ahead: times.slice(past) }
}

/** The times of an axis under the hours in which they begin. */
export const axisHours = (times: readonly string[]): { hour: number; times: string[] }[] =>
  [...groupBy(times, (time) => hourOf({ time }))].map(([hour, own]) => ({ hour, times: own }))
