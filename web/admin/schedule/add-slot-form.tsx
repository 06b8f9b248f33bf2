import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import { addTourSlot } from '../../../contract/admin/slots.ts'
import { withToast, failureText } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { saySaved } from '../components/say-saved.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { DateField, MinutesField } from './add-slots-form.tsx'
import { Disclosure } from './disclosure.tsx'
import { refreshSchedule } from './refresh-schedule.ts'
import { PlaceOptions } from './slot-filter-fields.tsx'
import { TOURS } from './slot-kind.ts'

const FAILED = '가용 시간 추가에 실패했습니다.'
const FIRST_START = '09:00'

export function AddSlotForm({
  docents,
  dates,
}: {
  docents: readonly (Docent | Room)[]
  dates: readonly EventDate[]
}) {
  const form = useForm({
    schema: addTourSlot.body!,
    initial: { time: FIRST_START, duration: TOURS.minutes },
    complete: (typed) => ({
      ...typed,
      docent_id: Number(typed['docent_id']),
      event_date_id: Number(typed['event_date_id']),
    }),
    submit: async (body) => {
      await withToast(() => call(addTourSlot, { body }), FAILED)
      saySaved(form.props.ref.current)
      void refreshSchedule()
    },
    failed: (failure) => failureText(failure, FAILED),
  })
  return (
    <Disclosure title="가용 시간 하나 추가">
      <form {...form.props} className="stack" data-gap="12" aria-label="가용 시간 하나 추가">
        <div className="schedule__slot-fields">
          <SelectField {...form.field('docent_id')} label="도슨트" required>
            <option value="">선택해주세요</option>
            <PlaceOptions places={docents} />
          </SelectField>
          <DateField field={form.field('event_date_id')} dates={dates} />
          <Field {...form.field('time')} label="시작 시간" type="time" required />
          <MinutesField field={form.field('duration')} label="소요 시간 (분)" />
        </div>
        <FormError text={form.error} />
        <div className="schedule__buttons">
          <Button type="submit" kind="primary" pending={form.pending} pendingLabel="추가 중...">
            추가
          </Button>
        </div>
      </form>
    </Disclosure>
  )
}
