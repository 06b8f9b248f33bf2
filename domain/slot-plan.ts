import { slotTimes, startsOf, type FittedSlots, type WantedSlot } from './slot.ts'

/** How many slots one call for many places and dates may ask for. */
export const MAX_PLANNED_SLOTS = 20_000

/** A part of each day of a plan, from its first to its last start; a lunch break lies between two. */
export type SlotWindow = { start_time: string; end_time: string }

/** The day that every chosen place gets on every chosen date. */
export type DayPlan = {
  windows: readonly SlotWindow[]
  interval_minutes: number
  duration_minutes: number
}

const startsOfDay = ({ windows, interval_minutes }: DayPlan): string[] =>
  windows.flatMap((window) => startsOf({ ...window, interval_minutes }))

/** How many slots a plan asks for in all, whether or not there is room for them. */
export const countPlanned = (plan: DayPlan, places: number, dates: number): number =>
  startsOfDay(plan).length * places * dates

/** The slots that a plan wants on a date. */
export const plannedOn = (date: string, plan: DayPlan): WantedSlot[] =>
  startsOfDay(plan).map((time) => slotTimes(date, time, plan.duration_minutes))

/** The slots of one date as they are wanted on another: the same wall times for as long. */
export const copiedTo = (date: string, slots: readonly { time: string; duration: number }[]): WantedSlot[] =>
  slots.map(({ time, duration }) => slotTimes(date, time, duration))

/** Says why slots were skipped, and how many for which reason; null when none was. */
export function whySkipped({ overlapping, impossible }: Omit<FittedSlots, 'slots'>): string | null {
  const reasons = [
    overlapping > 0 && `겹치는 시간 ${overlapping}개`,
    impossible > 0 && `그날 없거나 자정을 넘기는 시간 ${impossible}개`,
  ]
  return reasons.filter(Boolean).join(', ') || null
}
