import { slotTimes } from '../../../domain/slot.ts'
import { generateSlots, hoursOf, reopened, runsText, type SlotPlan } from '../../../domain/slot-plan.ts'

type ExistingSlot = { time: string; duration: number }

export type PlanPreview = {
  created: number
  skipped: number
  /** Null without new slots. */
  span: { start: string; end: string } | null
  /** Times within the present hours. */
  reopened: string
}

export function previewOf(plan: SlotPlan, existing: readonly ExistingSlot[]): PlanPreview {
  const taken = existing.flatMap(({ time, duration }) => slotTimes(plan.date, time, duration) ?? [])
  const { slots, skipped } = generateSlots(plan, taken)
  const first = slots[0]
  const last = slots.at(-1)
  return {
    created: slots.length,
    skipped,
    reopened: runsText(reopened(slots, hoursOf(taken))),
    span: first && last ? { start: first.time, end: last.end_time } : null,
  }
}
