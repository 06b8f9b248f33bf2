import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { planSlots } from '../../../contract/admin/slot-plan.ts'
import type { DayPlan } from '../../../domain/slot-plan.ts'
import { withReason, withToast } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { useWriteKey } from '../../api/writes/idempotency-key.ts'
import { readForm, type Typed } from '../../ui/form/form-values.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { refreshSchedule } from './refresh-schedule.ts'
import type { SlotKind } from './slot-kind.ts'

const FAILED = '가용 시간 설정에 실패했습니다.'

export type PlanResult = ResponseOf<typeof planSlots>
export type PlanForm = ReturnType<typeof usePlanForm>['form']

type Chosen = { place_ids: readonly number[]; event_date_ids: readonly number[] }

export function usePlanForm(
  kind: SlotKind,
  first: DayPlan,
  chosen: Chosen,
  onDone: (result: PlanResult) => void,
) {
  // The last valid day plan; `isTyped` is false while the typed one is invalid.
  const [day, setDay] = useState({ plan: first, isTyped: true })
  const keyOf = useWriteKey()
  const complete = (typed: Typed, { place_ids, event_date_ids }: Chosen) => ({
    ...typed,
    windows: Object.values((typed['windows'] ?? {}) as Typed),
    kind: kind.type,
    place_ids: [...place_ids],
    event_date_ids: [...event_date_ids],
  })
  const form = useForm({
    schema: planSlots.body!,
    initial: { interval_minutes: kind.minutes, duration_minutes: kind.minutes },
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
