import { partOf, runFrom } from './free-run.ts'
import { groupBy } from './group-by.ts'
import type { Instant } from './madrid-time.ts'
import { freeAt, minutesOf, timeOf, type DayTime, type Time } from './slot.ts'
import { hasTierFor, type TierFlags } from './tier.ts'

export type DayPlace = TierFlags & { slots: readonly DayTime[] }

export type Search = { date: string; member: TierFlags; now: Instant }

const MIDNIGHT = 24 * 60

function freeRun(place: DayPlace, time: string, { date, member, now }: Search): Time[] {
  if (!hasTierFor(member, place)) return []
  const free = place.slots.filter(freeAt(date, now))
  const first = free.find((slot) => slot.time === time)
  return first ? runFrom(free, first.id) : []
}

/** Sorted; counts free places. */
export function startTimes(
  places: readonly DayPlace[],
  { date, member, now }: Search,
): { time: string; places: number }[] {
  const free = places
    .filter((place) => hasTierFor(member, place))
    .flatMap(({ slots }) => slots.filter(freeAt(date, now)))
  return [...groupBy(free, ({ time }) => time)]
    .map(([time, slots]) => ({ time, places: slots.length }))
    .sort((a, b) => a.time.localeCompare(b.time))
}

/** The `wished` length stays even if unavailable. */
export function lengthsFrom(
  places: readonly DayPlace[],
  time: string,
  search: Search,
  wished: number | null = null,
): { minutes: number; end_time: string; places: number }[] {
  const lengths = new Map<number, { minutes: number; end_time: string; places: number }>()
  for (const place of places) {
    let minutes = 0
    for (const { duration, end_time } of freeRun(place, time, search)) {
      minutes += duration
      const known = lengths.get(minutes)
      lengths.set(minutes, { minutes, end_time, places: (known?.places ?? 0) + 1 })
    }
  }
  const end = minutesOf(time) + (wished ?? 0)
  if (wished !== null && !lengths.has(wished) && end <= MIDNIGHT)
    lengths.set(wished, { minutes: wished, end_time: timeOf(end), places: 0 })
  return [...lengths.values()].sort((a, b) => a.minutes - b.minutes)
}

/** Free for the whole span; null `minutes` means one slot. */
export const placesFreeFor = <P extends DayPlace>(
  places: readonly P[],
  wanted: { time: string; minutes: number | null },
  search: Search,
): { place: P; slots: Time[] }[] =>
  places.flatMap((place) => {
    const run = freeRun(place, wanted.time, search)
    const slots = wanted.minutes === null ? run.slice(0, 1) : partOf(run, wanted.minutes)
    return slots?.length ? [{ place, slots }] : []
  })
