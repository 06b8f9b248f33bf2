import type { Docent } from '../../contract/docent.ts'
import type { Room } from '../../contract/room.ts'
import type { RoomSlot, TourSlot } from '../../contract/slot.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { isPast, minutesOf } from '../../domain/slot.ts'

/** Where a walk-in takes place: a docent's tour or a room. */
export type WalkInPlace = { kind: 'tour'; place: Docent } | { kind: 'room'; place: Room }

/** A bookable time, as far as a choice of times needs it. */
export type Time = { id: number; time: string; end_time: string; duration: number }

/** The times of a docent's or room's day that can be booked now, in their order. */
export const freeTimes = (slots: readonly (TourSlot | RoomSlot)[], now: Instant): Time[] =>
  slots.filter((slot) => slot.available && !isPast(slot.event_date.date, slot.time, now))

/** What is free from a time on without a gap; empty when the time itself is not free. */
export function runFrom(free: readonly Time[], id: number): Time[] {
  const from = free.findIndex((time) => time.id === id)
  if (from < 0) return []
  const end = free.findIndex((time, i) => i > from && free[i - 1]!.end_time !== time.time)
  return free.slice(from, end < 0 ? undefined : end)
}

/** Where a choice begins: at the wanted time, else at the next free one, else at the first. */
export const startingTime = (free: readonly Time[], wanted: string): Time | undefined =>
  free.find(({ time }) => time >= wanted) ?? free[0]

/** The free times nearest to a wanted one, in their order; those with room for all of it before shorter ones. */
export function nearestTimes(free: readonly Time[], wanted: string, count: number, most: number): Time[] {
  const distance = ({ time }: Time) => Math.abs(minutesOf(time) - minutesOf(wanted))
  const fits = free.filter(({ id }) => runFrom(free, id).length >= count)
  return (
    (fits.length > 0 ? fits : free)
      // Of two that are as near, who waits takes the later one.
      .toReversed()
      .toSorted((a, b) => distance(a) - distance(b))
      .slice(0, most)
      .sort((a, b) => a.time.localeCompare(b.time))
  )
}

/** How long times last together. */
export const minutesOfAll = (times: readonly Time[]): number =>
  times.reduce((sum, { duration }) => sum + duration, 0)
