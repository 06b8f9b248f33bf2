import { slotTimes, type SlotTimes } from '../../../domain/slot.ts'
import { fitSlots, plannedOn, whySkipped, type DayPlan } from '../../../domain/slot-plan.ts'

/** The slots of one docent or room on one date: how many there are, and what becomes of those that are wanted. */
export type PlanCell = {
  place_id: number
  event_date_id: number
  /** How many there were before. */
  existing: number
  created: number
  skipped: number
  why: string | null
}

type ExistingSlot = { time: string; duration: number; event_date: { id: number; date: string } } & (
  | { docent: { id: number } }
  | { room: { id: number } }
)
export type Existing = ReadonlyMap<string, readonly SlotTimes[]>

const keyOf = (place: number, day: number) => `${place} ${day}`

/** The slots that there are, by docent or room and by date. */
export function existingOf(slots: readonly ExistingSlot[]): Existing {
  const byCell = new Map<string, SlotTimes[]>()
  for (const slot of slots) {
    const times = slotTimes(slot.event_date.date, slot.time, slot.duration)
    const key = keyOf('docent' in slot ? slot.docent.id : slot.room.id, slot.event_date.id)
    const cell = byCell.get(key)
    if (!times) continue
    if (cell) cell.push(times)
    else byCell.set(key, [times])
  }
  return byCell
}

type Day = { id: number; date: string }

/** The outcome of a plan before it is made, for each docent or room on each date. */
export function planCells(
  plan: DayPlan,
  places: readonly { id: number }[],
  days: readonly Day[],
  existing: Existing,
): PlanCell[] {
  return days.flatMap((day) => {
    const wanted = plannedOn(day.date, plan)
    return places.map(({ id }) => {
      const there = existing.get(keyOf(id, day.id)) ?? []
      const fitted = fitSlots(wanted, there)
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

/** The sum of all cells. */
export const totalOf = (cells: readonly { created: number; skipped: number }[]) => ({
  created: cells.reduce((sum, { created }) => sum + created, 0),
  skipped: cells.reduce((sum, { skipped }) => sum + skipped, 0),
})
