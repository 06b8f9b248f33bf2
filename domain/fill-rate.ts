/** How many slots could be booked, and how many of them a live reservation holds. */
export type Fill = { bookable: number; held: number }

type SlotState = { is_locked: boolean; is_held: boolean }

/** A locked slot counts only while a reservation holds it: otherwise nobody could have booked it. */
export const isBookable = ({ is_locked, is_held }: SlotState): boolean => is_held || !is_locked

/** How full slots are, counted by their state. */
export const fillOf = (slots: readonly (SlotState & { count: number })[]): Fill => ({
  bookable: countOf(slots.filter(isBookable)),
  held: countOf(slots.filter(({ is_held }) => is_held)),
})

const countOf = (slots: readonly { count: number }[]) => slots.reduce((sum, { count }) => sum + count, 0)

/** Several counts as one. */
export const sumOfFills = (fills: readonly Fill[]): Fill => ({
  bookable: fills.reduce((sum, { bookable }) => sum + bookable, 0),
  held: fills.reduce((sum, { held }) => sum + held, 0),
})

/**
 * The share that is held, in whole percent, or null when nothing could be booked. 0 and 100 are only said of none and
 * all: one free slot among a thousand can still be sold.
 */
export function fillPercent({ bookable, held }: Fill): number | null {
  if (bookable === 0) return null
  if (held === 0 || held === bookable) return (held / bookable) * 100
  return Math.min(99, Math.max(1, Math.round((held / bookable) * 100)))
}
