import { tapSlot, type RangeProblem } from './slot-range.ts'
import type { Time } from './slot.ts'

/** Null if the tap is ignored. */
export function chooseSlot<S extends Time>(
  kind: 'tour' | 'room',
  slots: readonly S[],
  chosen: readonly number[],
  slot: S,
  isFree: (slot: S) => boolean,
): { selected: number[] } | { problem: RangeProblem } | null {
  if (!isFree(slot) && (kind === 'tour' || chosen.length === 0)) return null
  if (kind === 'room') return tapSlot(slots, chosen, slot.id, isFree)
  return { selected: chosen.includes(slot.id) ? [] : [slot.id] }
}

/** All chosen slots, or none. */
export function stillFree<S extends Time>(
  slots: readonly S[],
  chosen: readonly number[],
  isFree: (slot: S) => boolean,
): S[] {
  const free = slots.filter((slot) => chosen.includes(slot.id) && isFree(slot))
  return free.length === chosen.length ? free : []
}

/** Slots must be sorted. */
export function spanOf(slots: readonly Omit<Time, 'id'>[]): {
  time: string
  end_time: string
  minutes: number
} {
  return {
    time: slots[0]!.time,
    end_time: slots.at(-1)!.end_time,
    minutes: slots.reduce((sum, slot) => sum + slot.duration, 0),
  }
}
