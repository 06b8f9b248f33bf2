import { addEventDate, addEventDates, PAST_DATE_TEXT } from '../../../contract/admin/event-dates.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { withToast, failureText } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { now } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { refreshSchedule } from './refresh-schedule.ts'

const isPast = (date: string) => date < madridDate(now())
const ADD_FAILED = '날짜 추가에 실패했습니다.'
const ADD_MANY_FAILED = '날짜 일괄 추가에 실패했습니다.'

type Props = { onAdded: () => void }

export function AddDateForm({ onAdded }: Props) {
  const form = useForm({
    schema: addEventDate.body!,
    check: ({ date }): Record<string, string> => (isPast(date) ? { date: PAST_DATE_TEXT } : {}),
    submit: async (body) => {
      await withToast(() => call(addEventDate, { body }), ADD_FAILED)
      form.props.ref.current?.reset()
      onAdded()
      void refreshSchedule()
    },
    failed: (failure) => ({ date: failureText(failure, ADD_FAILED) }),
  })
  return (
    <form {...form.props} className="card stack" data-gap="12" aria-label="날짜 하루 추가">
      <h3>하루 추가</h3>
      <Field {...form.field('date')} label="날짜" type="date" required />
      <AddButton pending={form.pending} />
    </form>
  )
}

export function AddDatesForm({ onAdded }: Props) {
  const form = useForm({
    schema: addEventDates.body!,
    check: ({ start_date }): Record<string, string> =>
      isPast(start_date) ? { start_date: PAST_DATE_TEXT } : {},
    submit: async (body) => {
      await withToast(() => addAll(body), ADD_MANY_FAILED)
      form.props.ref.current?.reset()
      onAdded()
      void refreshSchedule()
    },
    failed: (failure) => failureText(failure, ADD_MANY_FAILED),
  })
  return (
    <form {...form.props} className="card stack" data-gap="12" aria-label="날짜 기간 추가">
      <h3>기간 추가</h3>
      <div className="schedule__fields">
        <Field {...form.field('start_date')} label="시작일" type="date" required />
        <Field {...form.field('end_date')} label="종료일" type="date" required />
      </div>
      <FormError text={form.error} />
      <AddButton pending={form.pending} />
    </form>
  )
}

async function addAll(body: { start_date: string; end_date: string }) {
  const { message, created, skipped } = await call(addEventDates, { body })
  return { message: skipped > 0 ? `${message} 추가 ${created}개, 이미 등록됨 ${skipped}개` : message }
}

const AddButton = ({ pending }: { pending: boolean }) => (
  <div className="schedule__buttons">
    <Button type="submit" kind="primary" pending={pending} pendingLabel="추가 중...">
      추가
    </Button>
  </div>
)
