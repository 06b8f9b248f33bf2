import type { Instant } from './madrid-time.ts'
import { slotState } from './slot.ts'

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
