/** The little of a slot that a range needs: Madrid wall times of one date. */
type RangeSlot = { id: number; time: string; end_time: string }

export type RangeProblem = 'range_blocked' | 'middle_slot'

/** True when every slot begins as the one before it ends. The slots are of one room and date, in any order. */
export function isConsecutive(slots: readonly RangeSlot[]): boolean {
  const ordered = slots.toSorted((a, b) => a.time.localeCompare(b.time))
  return ordered.every((slot, i) => i === 0 || ordered[i - 1]!.end_time === slot.time)
}

/**
 * The selection after a tap on one slot of a room's day: a first tap starts a range, a second one ends it, taps
 * on the first or last chosen slot take it back. `slots` is the whole day in order, `selected` the ids chosen so
 * far; those whose slot is gone from the day are dropped. A range over a slot that cannot be booked, or over a
 * gap, is refused, and so is taking back a middle slot.
 */
export function tapSlot<S extends RangeSlot>(
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
