import { minutesOf, overlaps, slotTimes, timeOf, type Interval, type SlotTimes } from './slot.ts'

export type SlotPlan = {
  date: string
  start_time: string
  /** The last start, included. */
  end_time: string
  interval_minutes: number
  duration: number
}

/** A wanted time as `slotTimes` gives it: null where that day has no such time. */
export type WantedSlot = SlotTimes | null

/** The slots that fit a day, and how many wanted ones do not: over another slot, or at a time that the day lacks. */
export type FittedSlots = { slots: SlotTimes[]; overlapping: number; impossible: number }

/** Those of the wanted slots that lie over none that exists and over none that was wanted before them. */
export function fitSlots(wanted: readonly WantedSlot[], existing: readonly Interval[]): FittedSlots {
  const taken: Interval[] = [...existing]
  const fitted: FittedSlots = { slots: [], overlapping: 0, impossible: 0 }
  for (const slot of wanted) {
    if (!slot) fitted.impossible += 1
    else if (taken.some((other) => overlaps(slot, other))) fitted.overlapping += 1
    else {
      fitted.slots.push(slot)
      taken.push(slot)
    }
  }
  return fitted
}

/** The wall times at every `interval_minutes` from `start_time` up to and including `end_time`. */
function startsOf({
  start_time,
  end_time,
  interval_minutes,
}: Pick<SlotPlan, 'start_time' | 'end_time' | 'interval_minutes'>): string[] {
  const starts: string[] = []
  for (let minute = minutesOf(start_time); minute <= minutesOf(end_time); minute += interval_minutes)
    starts.push(timeOf(minute))
  return starts
}

/**
 * The slots of a bulk creation: one at every `interval_minutes` from `start_time` up to and including `end_time`.
 * Wall times that do not exist, slots past 24:00 and slots over an existing or an earlier one are skipped and counted.
 */
export function generateSlots(
  plan: SlotPlan,
  existing: readonly Interval[],
): { slots: SlotTimes[]; skipped: number } {
  const wanted = startsOf(plan).map((time) => slotTimes(plan.date, time, plan.duration))
  const { slots, overlapping, impossible } = fitSlots(wanted, existing)
  return { slots, skipped: overlapping + impossible }
}

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
