import { minutesOf, overlaps, slotTimes, timeOf, type Interval, type SlotTimes } from './slot.ts'

export type SlotPlan = {
  date: string
  start_time: string
  /** Inclusive. */
  end_time: string
  interval_minutes: number
  duration: number
}

export type WantedSlot = SlotTimes | null

export type FittedSlots = { slots: SlotTimes[]; overlapping: number; impossible: number }

/** Drops slots overlapping existing or earlier wanted ones. */
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

/** Overlapping and impossible times are skipped. */
export function generateSlots(
  plan: SlotPlan,
  existing: readonly Interval[],
): { slots: SlotTimes[]; skipped: number } {
  const wanted = startsOf(plan).map((time) => slotTimes(plan.date, time, plan.duration))
  const { slots, overlapping, impossible } = fitSlots(wanted, existing)
  return { slots, skipped: overlapping + impossible }
}

export const MAX_PLANNED_SLOTS = 20_000

export type SlotWindow = { start_time: string; end_time: string }

export type DayPlan = {
  windows: readonly SlotWindow[]
  interval_minutes: number
  duration_minutes: number
}

const startsOfDay = ({ windows, interval_minutes }: DayPlan): string[] =>
  windows.flatMap((window) => startsOf({ ...window, interval_minutes }))

export const countPlanned = (plan: DayPlan, places: number, dates: number): number =>
  startsOfDay(plan).length * places * dates

export const plannedOn = (date: string, plan: DayPlan): WantedSlot[] =>
  startsOfDay(plan).map((time) => slotTimes(date, time, plan.duration_minutes))

export const copiedTo = (date: string, slots: readonly { time: string; duration: number }[]): WantedSlot[] =>
  slots.map(({ time, duration }) => slotTimes(date, time, duration))

export const hoursOf = (slots: readonly Interval[]): Interval | null =>
  slots.length === 0
    ? null
    : {
        starts_at: Math.min(...slots.map(({ starts_at }) => starts_at)),
        ends_at: Math.max(...slots.map(({ ends_at }) => ends_at)),
      }

/** Deleted before, or left out. */
export const reopened = (slots: readonly SlotTimes[], hours: Interval | null): SlotTimes[] =>
  hours ? slots.filter((slot) => overlaps(slot, hours)) : []

/** `09:00 ~ 10:00, 12:00 ~ 12:30`. */
export function runsText(slots: readonly SlotTimes[]): string {
  const runs: { from: string; until: SlotTimes }[] = []
  for (const slot of slots) {
    const last = runs.at(-1)
    if (last?.until.ends_at === slot.starts_at) last.until = slot
    else runs.push({ from: slot.time, until: slot })
  }
  return runs.map(({ from, until }) => `${from} ~ ${until.end_time}`).join(', ')
}

export function whySkipped({ overlapping, impossible }: Omit<FittedSlots, 'slots'>): string | null {
  const reasons = [
    overlapping > 0 && `겹치는 시간 ${overlapping}개`,
    impossible > 0 && `그날 없거나 자정을 넘기는 시간 ${impossible}개`,
  ]
  return reasons.filter(Boolean).join(', ') || null
}
