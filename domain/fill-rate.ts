export type Fill = { bookable: number; held: number }

type SlotState = { is_locked: boolean; is_held: boolean }

/** Locked slots count only while held. */
export const isBookable = ({ is_locked, is_held }: SlotState): boolean => is_held || !is_locked

export const fillOf = (slots: readonly (SlotState & { count: number })[]): Fill => ({
  bookable: countOf(slots.filter(isBookable)),
  held: countOf(slots.filter(({ is_held }) => is_held)),
})

const countOf = (slots: readonly { count: number }[]) => slots.reduce((sum, { count }) => sum + count, 0)

export const sumOfFills = (fills: readonly Fill[]): Fill => ({
  bookable: fills.reduce((sum, { bookable }) => sum + bookable, 0),
  held: fills.reduce((sum, { held }) => sum + held, 0),
})

/** Whole percent; 0 and 100 mean exactly none and all; null without slots. */
export function fillPercent({ bookable, held }: Fill): number | null {
  if (bookable === 0) return null
  if (held === 0 || held === bookable) return (held / bookable) * 100
  return Math.min(99, Math.max(1, Math.round((held / bookable) * 100)))
}
