import { minutesOf } from './slot.ts'

export type Fill = { bookable: number; held: number }

type SlotState = { is_locked: boolean; is_held: boolean }

/** Locked slots count only while held. */
export const isBookable = ({ is_locked, is_held }: SlotState): boolean => is_held || !is_locked

export const fillOf = (slots: readonly (SlotState & { count: number })[]): Fill => ({
  bookable: countOf(slots.filter(isBookable)),
  held: countOf(slots.filter(({ is_held }) => is_held)),
})

const countOf = (slots: readonly { count: number }[]) => slots.reduce((sum, { count }) => sum + count, 0)

type Timed = SlotState & { count: number; time: string; end_time: string }

function inHour(slots: readonly Timed[], hour: number): Fill {
  const [first, last] = [hour * 60, hour * 60 + 60]
  const minutes = ({ time, end_time }: Timed) =>
    Math.max(0, Math.min(last, minutesOf(end_time)) - Math.max(first, minutesOf(time)))
  return fillOf(slots.map((slot) => ({ ...slot, count: slot.count * minutes(slot) })))
}

/** In minutes; hours without any are left out. */
export const occupancyByHour = (tours: readonly Timed[], meetings: readonly Timed[]) =>
  Array.from({ length: 24 }, (_, hour) => ({
    hour,
    tours: inHour(tours, hour),
    meetings: inHour(meetings, hour),
  })).filter(({ tours, meetings }) => tours.bookable + meetings.bookable > 0)

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

export function percentText(fill: Fill): string {
  const percent = fillPercent(fill)
  return percent === null ? '-' : `${percent}%`
}
