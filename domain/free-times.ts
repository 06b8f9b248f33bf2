import { partOf, runFrom } from './free-run.ts'
import type { Instant } from './madrid-time.ts'
import { nearestFree } from './nearest-free.ts'
import { isPast, minutesOf, type Time } from './slot.ts'
import type { TierFlags } from './tier.ts'

type DaySlot = Time & { available: boolean; is_locked: boolean }

export const freeTimes = (slots: readonly DaySlot[], date: string, now: Instant): Time[] =>
  slots.filter((slot) => slot.available && !isPast(date, slot.time, now))

/** First time from `wanted` on, else the first. */
export const startingTime = (free: readonly Time[], wanted: string): Time | undefined =>
  free.find(({ time }) => time >= wanted) ?? free[0]

export const timesFrom = <S extends Time>(times: readonly S[], id: number, minutes: number): S[] | null =>
  partOf(runFrom(times, id), minutes)

/** Nearest start with `minutes` free, ties later; else `startingTime`. */
export function startWithRoom(
  free: readonly Time[],
  { time, minutes }: { time: string; minutes: number | null },
): Time | undefined {
  const away = (start: Time) => Math.abs(minutesOf(start.time) - minutesOf(time))
  const long = free.filter(({ id }) => minutes === null || timesFrom(free, id, minutes))
  return (
    [...long].sort((a, b) => away(a) - away(b) || b.time.localeCompare(a.time))[0] ?? startingTime(free, time)
  )
}

/** Nearest in the same place, preferably as long. */
export function timesInstead(
  place: TierFlags & { id: number },
  slots: readonly DaySlot[],
  date: string,
  wanted: { time: string; minutes: number },
  now: Instant,
): Time[] {
  const day = slots.map((slot) => ({
    ...slot,
    reservation: slot.available || slot.is_locked ? null : 'held',
  }))
  const near = (minutes: number | null) =>
    // The place is settled: pass its tier and size checks.
    nearestFree(
      [{ ...place, most_visitors: 1, slots: day }],
      { place_id: place.id, time: wanted.time, minutes, count: 1, member: place },
      date,
      now,
    )
  const long = near(wanted.minutes)
  return (long.length > 0 ? long : near(null))
    .map((offer) => offer.slots[0]!)
    .sort((a, b) => a.time.localeCompare(b.time))
}
