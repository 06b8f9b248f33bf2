import { isConsecutive } from './booking.ts'
import type { Time } from './slot.ts'

export type RangeProblem = 'range_blocked' | 'middle_slot'

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

/** Taps start, end or shorten a range, never across gaps or unbookable slots. */
export function tapSlot<S extends Time>(
  slots: readonly S[],
  selected: readonly number[],
  tapped: number,
  canBook: (slot: S) => boolean,
): { selected: number[] } | { problem: RangeProblem } {
  const chosen = selected.filter((id) => slots.some((slot) => slot.id === id))
  const indexes = chosen.map((id) => slots.findIndex((slot) => slot.id === id))
  const at = slots.findIndex((slot) => slot.id === tapped)
  if (at < 0) return { selected: chosen }
  const first = Math.min(...indexes)
  const last = Math.max(...indexes)
  if (indexes.includes(at)) {
    if (at !== first && at !== last) return { problem: 'middle_slot' }
    return { selected: chosen.filter((id) => id !== tapped) }
  }
  const range = slots.slice(Math.min(first, at), Math.max(last, at) + 1)
  if (!range.every(canBook) || !isConsecutive(range)) return { problem: 'range_blocked' }
  return { selected: range.map((slot) => slot.id) }
}
