import { slotTimes, type Interval, type SlotTimes } from '../../../domain/slot.ts'
import {
  fitSlots,
  hoursOf,
  plannedOn,
  reopened,
  runsText,
  whySkipped,
  type DayPlan,
  type FittedSlots,
} from '../../../domain/slot-plan.ts'
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
  /** Times within the present hours of the date. */
  reopened: string
  /** All existing ones are locked. */
  isLocked: boolean
}

type Day = { id: number; date: string }

/** Days with the same pattern share one list. */
export type Existing = {
  slots: (place: number, day: Day) => readonly SlotTimes[]
  isLocked: (place: number, day: Day) => boolean
  hours: (day: Day) => Interval | null
  /** No slots on any date. */
  isNew: (place: number) => boolean
}

const NONE: readonly SlotTimes[] = []

export function existingOf({ patterns, days }: SlotTimesInShort): Existing {
  const dayOf = new Map(days.map((each) => [`${each.place_id} ${each.event_date_id}`, each]))
  const known = new Map<string, readonly SlotTimes[]>()
  const slots: Existing['slots'] = (place, day) => {
    const pattern = dayOf.get(`${place} ${day.id}`)?.pattern
    if (pattern === undefined) return NONE
    const key = `${pattern} ${day.date}`
    const times =
      known.get(key) ??
      timesIn(patterns[pattern]!).flatMap(({ time, duration }) => slotTimes(day.date, time, duration) ?? [])
    known.set(key, times)
    return times
  }
  const places = new Set(days.map(({ place_id }) => place_id))
  return {
    slots,
    isLocked: (place, day) => dayOf.get(`${place} ${day.id}`)?.is_locked ?? false,
    hours: (day) => hoursOf([...new Set([...places].map((id) => slots(id, day)))].flat()),
    isNew: (place) => !places.has(place),
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
    const hours = existing.hours(day)
    const known = new Map<readonly SlotTimes[], FittedSlots>()
    return places.map(({ id }) => {
      const there = existing.slots(id, day)
      const fitted = known.get(there) ?? fitSlots(wanted, there)
      known.set(there, fitted)
      return {
        place_id: id,
        event_date_id: day.id,
        existing: there.length,
        created: fitted.slots.length,
        skipped: fitted.overlapping + fitted.impossible,
        why: whySkipped(fitted),
        reopened: existing.isNew(id) ? '' : runsText(reopened(fitted.slots, hours)),
        isLocked: existing.isLocked(id, day),
      }
    })
  })
}

export const totalOf = (cells: readonly { created: number; skipped: number }[]) => ({
  created: cells.reduce((sum, { created }) => sum + created, 0),
  skipped: cells.reduce((sum, { skipped }) => sum + skipped, 0),
})
