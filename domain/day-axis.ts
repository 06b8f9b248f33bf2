import { groupBy } from './group-by.ts'
import type { Instant } from './madrid-time.ts'
import { hourOf } from './slot-hours.ts'
import { isPast } from './slot.ts'

type DayPlace = { slots: readonly { time: string }[] }

/** Sorted start times of all places. */
export function dayAxis(
  places: readonly DayPlace[],
  date: string,
  now: Instant,
): { past: string[]; ahead: string[] } {
  const times = [...new Set(places.flatMap(({ slots }) => slots.map(({ time }) => time)))].sort()
  const ahead = times.findIndex((time) => !isPast(date, time, now))
  const past = ahead < 0 ? times.length : ahead
  return { past: times.slice(0, past), ahead: times.slice(past) }
}

export const axisHours = (times: readonly string[]): { hour: number; times: string[] }[] =>
  [...groupBy(times, (time) => hourOf({ time }))].map(([hour, own]) => ({ hour, times: own }))
