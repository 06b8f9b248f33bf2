import { useMemo } from 'react'
import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import type { SlotTimesInShort } from '../../../contract/admin/slots.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { countPlanned, MAX_PLANNED_SLOTS, type DayPlan } from '../../../domain/slot-plan.ts'
import { now } from '../../browser/clock.ts'
import { existingOf, planCells, totalOf, type Existing } from './plan-cells.ts'
import { FIRST_WINDOWS } from './plan-windows.tsx'
import type { SlotKind } from './slot-kind.ts'
import { useChoice } from './use-choice.ts'
import { usePlanForm, type PlanResult } from './use-plan-form.ts'

export type PlanData = {
  places: readonly (Docent | Room)[]
  dates: readonly EventDate[]
  times: SlotTimesInShort
}

/** `outlook` is null for no plan yet, or one that is too large. */
export function usePlanOutlook(
  kind: SlotKind,
  { places, dates, times }: PlanData,
  onDone: (result: PlanResult) => void,
) {
  const today = madridDate(now())
  const chosenPlaces = useChoice(places.map(({ id }) => id))
  const chosenDates = useChoice(
    dates.map(({ id }) => id),
    (id) => dates.some((day) => day.id === id && day.date >= today),
  )
  const first = {
    windows: FIRST_WINDOWS,
    interval_minutes: kind.minutes,
    duration_minutes: kind.minutes,
  }
  const ids = { place_ids: chosenPlaces.chosen, event_date_ids: chosenDates.chosen }
  const { form, day, read } = usePlanForm(kind, first, ids, onDone)
  const existing = useMemo(() => existingOf(times), [times])
  const shown = {
    places: places.filter(({ id }) => chosenPlaces.has(id)),
    dates: dates.filter(({ id }) => chosenDates.has(id)),
  }
  const size = countPlanned(day.plan, shown.places.length, shown.dates.length)
  const isTooMuch = size > MAX_PLANNED_SLOTS
  const outlook = size > 0 && !isTooMuch ? outlookOf(day.plan, shown, existing) : null
  return { form, day, read, chosenPlaces, chosenDates, shown, isTooMuch, outlook }
}

function outlookOf(plan: DayPlan, { places, dates }: Pick<PlanData, 'places' | 'dates'>, existing: Existing) {
  const cells = planCells(plan, places, dates, existing)
  return { cells, total: totalOf(cells) }
}

export type PlanOutlook = ReturnType<typeof usePlanOutlook>
