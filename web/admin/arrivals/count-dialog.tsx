import { listArrivals, markArrival, type Arrival } from '../../../contract/admin/arrivals.ts'
import { TOUR_MAX_VISITORS } from '../../../domain/booking.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { NumberField } from '../../ui/choice/number-field.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { FormDialog } from '../components/form-dialog.tsx'
import { mark } from '../components/marks/marking.ts'
import { failureText, withToast } from '../components/with-toast.ts'

const FAILED = '방문 인원을 수정하지 못했습니다.'
// The server knows the room's capacity.
const ROOM_MAX = 999

export default function CountDialog({ arrival, onClose }: { arrival: Arrival; onClose: () => void }) {
  const { id, type, name, count: booked, arrived_at } = arrival
  const form = useForm({
    schema: markArrival.body!,
    initial: { count: booked },
    submit: async ({ count }) => {
      if (arrived_at === null) mark(arrival, count === booked ? undefined : count)
      else if (count !== booked)
        await withToast(() => callWithRetry(markArrival, { params: { id }, body: { count } }), FAILED)
      void refresh(listArrivals)
      onClose()
    },
    failed: (failure) => failureText(failure, FAILED),
  })
  return (
    <FormDialog
      title="방문 인원"
      action={arrived_at === null ? '도착 확인' : '저장'}
      form={form}
      onClose={onClose}
    >
      <NumberField
        {...form.field('count')}
        label={`${name} 실제 방문 인원`}
        max={type === 'VIP_TOUR' ? TOUR_MAX_VISITORS : ROOM_MAX}
      />
    </FormDialog>
  )
}
