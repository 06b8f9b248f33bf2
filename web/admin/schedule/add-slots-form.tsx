import { useState, type ReactNode, type SyntheticEvent } from 'react'
import type { Docent, Room } from '../../../contract/place.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { labelledName } from '../../components/tier.tsx'
import { Options } from '../components/options.tsx'
import { failureText, withReason, withToast } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { Button, Field, SelectField } from '../../ui/controls.tsx'
import { FormError, readForm, useForm, type Typed } from '../../ui/form/form.tsx'
import { saySaved } from '../components/say-saved.ts'
import { Disclosure } from './disclosure.tsx'
import { PlanNote } from './plan-note.tsx'
import { refreshSchedule } from './refresh-schedule.ts'
import { TOURS, type SlotKind } from './slot-kind.ts'
import { addTourSlot } from '../../../contract/admin/slots.ts'

type Props = { kind: SlotKind; places: readonly (Docent | Room)[]; dates: readonly EventDate[] }
type Body = NonNullable<Parameters<typeof call<SlotKind['add']>>[1]['body']>

const FAILED = '가용 시간 설정에 실패했습니다.'
const ONE_FAILED = '가용 시간 추가에 실패했습니다.'
const DATE_TEXT = '유효하지 않은 날짜입니다.'
const FIRST_START = '09:00'
const LAST_START = '17:00'

const withIds = (kind: SlotKind) => (typed: Typed) => ({
  ...typed,
  [kind.placeField]: Number(typed[kind.placeField]),
  event_date_id: Number(typed['event_date_id']),
})

/** The values stay for the next addition. */
export function AddSlotsForm(props: Props) {
  const { kind, dates } = props
  const [typed, setTyped] = useState<Typed | null>(null)
  const complete = withIds(kind)
  const form = useForm<Body>({
    schema: kind.add.body!,
    initial: {
      start_time: FIRST_START,
      end_time: LAST_START,
      interval_minutes: kind.minutes,
      duration: kind.minutes,
    },
    complete,
    check: ({ event_date_id }): Record<string, string> =>
      dates.some(({ id }) => id === event_date_id) ? {} : { event_date_id: DATE_TEXT },
    submit: async (body) => {
      await withToast(() => addSlots(kind, body), FAILED, withReason)
      saySaved(form.props.ref.current)
      void refreshSchedule()
    },
    failed: (failure) => withReason(failure, FAILED),
  })
  return (
    <SlotForm
      {...props}
      title="가용 시간 일괄 추가"
      action="일괄 추가"
      form={form}
      onTyped={setTyped}
      beside={<PlanNote kind={kind} plan={typed && complete(typed)} dates={dates} />}
    >
      <Field {...form.field('start_time')} label="시작 시간" type="time" required />
      <Field {...form.field('end_time')} label="마지막 예약 시간" type="time" required />
      <MinutesField field={form.field('interval_minutes')} label="간격 (분)" />
      <MinutesField field={form.field('duration')} label="소요 시간 (분)" />
    </SlotForm>
  )
}

export function AddSlotForm(props: Omit<Props, 'kind'>) {
  const form = useForm({
    schema: addTourSlot.body!,
    initial: { time: FIRST_START, duration: TOURS.minutes },
    complete: withIds(TOURS),
    submit: async (body) => {
      await withToast(() => call(addTourSlot, { body }), ONE_FAILED)
      saySaved(form.props.ref.current)
      void refreshSchedule()
    },
    failed: (failure) => failureText(failure, ONE_FAILED),
  })
  return (
    <SlotForm {...props} kind={TOURS} title="가용 시간 하나 추가" action="추가" form={form}>
      <Field {...form.field('time')} label="시작 시간" type="time" required />
      <MinutesField field={form.field('duration')} label="소요 시간 (분)" />
    </SlotForm>
  )
}

type SlotFormProps = Props & {
  title: string
  action: string
  form: ReturnType<typeof useForm>
  onTyped?: (typed: Typed) => void
  beside?: ReactNode
  children: ReactNode
}

function SlotForm({ kind, places, dates, title, action, form, onTyped, beside, children }: SlotFormProps) {
  const input = (event: SyntheticEvent<HTMLFormElement>) => {
    form.props.onInput(event)
    onTyped?.(readForm(event.currentTarget))
  }
  return (
    <Disclosure title={title}>
      <form {...form.props} onInput={input} className="stack" data-gap="12" aria-label={title}>
        <div className="schedule__slot-fields">
          <SelectField {...form.field(kind.placeField)} label={kind.place} required>
            <option value="">선택해주세요</option>
            <Options of={places} text={labelledName} />
          </SelectField>
          <SelectField {...form.field('event_date_id')} label="날짜" required>
            <option value="">선택해주세요</option>
            <Options of={dates} text={({ date }) => koreanDate(date)} />
          </SelectField>
          {children}
        </div>
        <FormError text={form.error} />
        {beside}
        <div className="schedule__buttons">
          <Button type="submit" kind="primary" pending={form.pending} pendingLabel="추가 중...">
            {action}
          </Button>
        </div>
      </form>
    </Disclosure>
  )
}

type FieldOf = ReturnType<ReturnType<typeof useForm>['field']>

export const MinutesField = ({ field, label }: { field: FieldOf; label: string }) => (
  <Field {...field} label={label} type="number" inputMode="numeric" min={1} required />
)

async function addSlots(kind: SlotKind, body: Body) {
  const { message, skipped } = await call<SlotKind['add']>(kind.add, { body })
  return { message: skipped > 0 ? `${message} 겹치는 시간 등 ${skipped}개는 건너뛰었습니다.` : message }
}
