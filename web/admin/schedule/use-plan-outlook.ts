import { useMemo, useState } from 'react'
import type { Docent, Room } from '../../../contract/place.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { SlotTimesInShort } from '../../../contract/admin/slots.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { countPlanned, MAX_PLANNED_SLOTS, type DayPlan } from '../../../domain/slot-plan.ts'
import { now } from '../../browser/clock.ts'
import { existingOf, planCells, totalOf, type Existing } from './plan-cells.ts'
import type { SlotKind } from './slot-kind.ts'
import { useChoice } from './use-choice.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { planSlots } from '../../../contract/admin/slot-plan.ts'
import { withReason, withToast } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { useWriteKey } from '../../api/writes/retrying-call.ts'
import { readForm, useForm, type Typed } from '../../ui/form/form.tsx'
import { refreshSchedule } from './refresh-schedule.ts'

/** With a lunch break between. */
export const FIRST_WINDOWS = [
  { start_time: '09:00', end_time: '12:00' },
  { start_time: '13:00', end_time: '17:00' },
]

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

const FAILED = '가용 시간 설정에 실패했습니다.'

export type PlanResult = ResponseOf<typeof planSlots>
export type PlanForm = ReturnType<typeof usePlanForm>['form']

type Chosen = { place_ids: readonly number[]; event_date_ids: readonly number[] }

function usePlanForm(kind: SlotKind, first: DayPlan, chosen: Chosen, onDone: (result: PlanResult) => void) {
  // The last valid day plan; `isTyped` is false while the typed one is invalid.
  const [day, setDay] = useState({ plan: first, isTyped: true })
  const keyOf = useWriteKey()
  const complete = (typed: Typed, chosen: Chosen) => ({
    ...typed,
    windows: Object.values((typed['windows'] ?? {}) as Typed),
    kind: kind.type,
    ...chosen,
  })
  const form = useForm({
    schema: planSlots.body!,
    initial: first,
    complete: (typed) => complete(typed, chosen),
    submit: async (body) => {
      try {
        onDone(
          await withToast(
            () => call(planSlots, { body }, { idempotencyKey: keyOf(body) }),
            FAILED,
            withReason,
          ),
        )
      } finally {
        void refreshSchedule()
      }
    },
    failed: (failure) => withReason(failure, FAILED),
  })
  const read = () => {
    if (!form.props.ref.current) return
    const one = { place_ids: [1], event_date_ids: [1] }
    const parsed = planSlots.body!.safeParse(complete(readForm(form.props.ref.current), one))
    setDay(({ plan }) => ({ plan: parsed.data ?? plan, isTyped: parsed.success }))
  }
  return { form, day, read }
}
