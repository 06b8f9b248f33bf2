import type { Instant } from './madrid-time.ts'
import { slotState } from './slot.ts'
import { hasTierFor, type TierFlags } from './tier.ts'

type DaySlot = { time: string; is_locked: boolean; reservation: unknown }

/** Why a docent or room has no free time on a day: all are past, the others are held, or none was opened. */
export type NothingLeft = 'over' | 'taken' | 'closed'

const ROW = 4

/** Why no time of this day can be had, for whatever tier; null while there is one. */
export function whyNothingLeft(slots: readonly DaySlot[], date: string, now: Instant): NothingLeft | null {
  const states = slots.map((slot) => slotState(slot, date, now)).filter((state) => state !== 'past')
  if (states.includes('available')) return null
  if (states.length === 0 && slots.length > 0) return 'over'
  return states.includes('reserved') ? 'taken' : 'closed'
}

/**
 * How many of a day's times, which are in order, are folded away: the past ones by whole rows of four, so that the others
 * keep their columns; all of them once all are past.
 */
export function foldedCount(slots: readonly DaySlot[], date: string, now: Instant): number {
  const open = slots.findIndex((slot) => slotState(slot, date, now) !== 'past')
  return open < 0 ? slots.length : open - (open % ROW)
}

/** The days on which to look for a time, the best first: this one, those after it, then those before it that are not over. */
export function daysToSearch(dates: readonly string[], date: string, today: string): string[] {
  const days = dates.filter((day) => day !== date && day >= today).toSorted()
  return [date, ...days.filter((day) => day > date), ...days.filter((day) => day < date)]
}

/** The first free time of a day: in the wanted docent or room, else in the first other that this member may book. */
export function nextFree<S extends DaySlot, P extends TierFlags & { id: number; slots: readonly S[] }>(
  places: readonly P[],
  wanted: number,
  member: TierFlags,
  date: string,
  now: Instant,
): { place: P; slot: S } | undefined {
  const allowed = places.filter((place) => hasTierFor(member, place))
  const inOrder = [...allowed.filter(({ id }) => id === wanted), ...allowed.filter(({ id }) => id !== wanted)]
  for (const place of inOrder) {
    const slot = place.slots.find((each) => slotState(each, date, now) === 'available')
    if (slot) return { place, slot }
  }
  return undefined
}
