import { slotTimes, type SlotTimes } from '../../../domain/slot.ts'
import { fitSlots, plannedOn, whySkipped, type DayPlan, type FittedSlots } from '../../../domain/slot-plan.ts'
import type { SlotTimesInShort } from '../../../contract/admin/slots.ts'
import { timesIn } from './slot-days.ts'

export type PlanCell = {
  place_id: number
  event_date_id: number
  /** Before the plan. */
  existing: number
  created: number
  skipped: number
  why: string | null
}

type Day = { id: number; date: string }

/** Days with the same pattern share one list. */
export type Existing = (place: number, day: Day) => readonly SlotTimes[]

const NONE: readonly SlotTimes[] = []

export function existingOf({ patterns, days }: SlotTimesInShort): Existing {
  const patternOf = new Map(days.map((each) => [`${each.place_id} ${each.event_date_id}`, each.pattern]))
  const known = new Map<string, readonly SlotTimes[]>()
  return (place, day) => {
    const pattern = patternOf.get(`${place} ${day.id}`)
    if (pattern === undefined) return NONE
    const key = `${pattern} ${day.date}`
    const times =
      known.get(key) ??
      timesIn(patterns[pattern]!).flatMap(({ time, duration }) => slotTimes(day.date, time, duration) ?? [])
    known.set(key, times)
    return times
  }
}

export function planCells(
  plan: DayPlan,
  places: readonly { id: number }[],
  days: readonly Day[],
  existing: Existing,
): PlanCell[] {
  return days.flatMap((day) => {
    const wanted = plannedOn(day.date, plan)
    const known = new Map<readonly SlotTimes[], FittedSlots>()
    return places.map(({ id }) => {
      const there = existing(id, day)
      const fitted = known.get(there) ?? fitSlots(wanted, there)
      known.set(there, fitted)
      return {
        place_id: id,
        event_date_id: day.id,
        existing: there.length,
        created: fitted.slots.length,
        skipped: fitted.overlapping + fitted.impossible,
        why: whySkipped(fitted),
      }
    })
  })
}

export const totalOf = (cells: readonly { created: number; skipped: number }[]) => ({
  created: cells.reduce((sum, { created }) => sum + created, 0),
  skipped: cells.reduce((sum, { skipped }) => sum + skipped, 0),
})
