import type { Instant } from './madrid-time.ts'
import { freeAt, isPast, type DaySlot } from './slot.ts'

export type Loss = 'past' | 'removed' | 'taken'

/** Null while free; `day` is null while loading. */
export function lossOf(
  chosen: readonly { id: number; time: string }[],
  day: readonly (DaySlot & { id: number })[] | null,
  date: string,
  now: Instant,
): Loss | null {
  if (chosen.some(({ time }) => isPast(date, time, now))) return 'past'
  if (day === null) return null
  const there = day.filter(({ id }) => chosen.some((slot) => slot.id === id))
  if (there.length < chosen.length) return 'removed'
  return there.every(freeAt(date, now)) ? null : 'taken'
}
