import type { Instant } from './madrid-time.ts'
import { slotState, type DaySlot } from './slot.ts'

export type NothingLeft = 'over' | 'taken' | 'closed'

const ROW = 4

/** Null while a time is free; ignores tiers. */
export function whyNothingLeft(slots: readonly DaySlot[], date: string, now: Instant): NothingLeft | null {
  const states = slots.map((slot) => slotState(slot, date, now)).filter((state) => state !== 'past')
  if (states.includes('available')) return null
  if (states.length === 0 && slots.length > 0) return 'over'
  return states.includes('reserved') && !states.includes('closed') ? 'taken' : 'closed'
}

/** Only if more than a row of four is past; whole rows, so columns stay aligned. */
export function foldedCount(slots: readonly DaySlot[], date: string, now: Instant): number {
  const open = slots.findIndex((slot) => slotState(slot, date, now) !== 'past')
  const past = open < 0 ? slots.length : open
  if (past <= ROW) return 0
  return open < 0 ? past : past - (past % ROW)
}
