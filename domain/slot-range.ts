type RangeSlot = { id: number; time: string; end_time: string }

export type RangeProblem = 'range_blocked' | 'middle_slot'

/** In any input order. */
export function isConsecutive(slots: readonly RangeSlot[]): boolean {
  const ordered = [...slots].sort((a, b) => a.time.localeCompare(b.time))
  return ordered.every((slot, i) => i === 0 || ordered[i - 1]!.end_time === slot.time)
}

/** Taps start, end or shorten a range, never across gaps or unbookable slots. */
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
