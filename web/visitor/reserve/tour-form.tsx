import { useLocation } from 'wouter'
import { NOTE_MAX, reserveTour } from '../../../contract/booking.ts'
import { TOUR_MAX_VISITORS } from '../../../domain/visitor.ts'
import { rememberBooked } from '../components/booked-slots.ts'
import { toastAfterUnmount } from '../components/late-failure-toast.ts'
import { useMember } from '../components/use-member.ts'
import {
  PATHS,
  type ChosenDocent,
  type ChosenSlot,
  type DashboardState,
  type TourBooking,
} from '../../paths.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { FormEnd } from './form-end.tsx'
import { NearestTours } from './nearest-times.tsx'
import { useBookingCall } from './use-booking-call.ts'
import { useTakenMeanwhile } from './use-taken-meanwhile.ts'

type Props = {
  booking: TourBooking
  /** Where another time is found. */
  grid: DashboardState
  onMove: (docent: ChosenDocent, slot: ChosenSlot) => void
  onBack: (() => void) | undefined
}

/** Who comes on the tour; sends the request. */
export function TourForm({ booking, grid, onMove, onBack }: Props) {
  const [, navigate] = useLocation()
  const member = useMember()
  const { docent, slot } = booking
  const { send, failed, isGone, isRetrying } = useBookingCall(reserveTour)
  const { ask, count, isTaken, isMoved } = useTakenMeanwhile(isGone, [slot])
  const form = useForm({
    schema: reserveTour.body!,
    draft: 'tour',
    initial: {
      'visitor.company': member.company_name,
      'visitor.name': member.name,
      'visitor.phone': member.phone,
      'visitor.count': 1,
    },
    complete: (typed) => ({
      ...typed,
      available_tour_id: slot.id,
      event_date_id: booking.event_date_id,
    }),
    submit: async (body) => {
      ask(body.visitor.count)
      await send({ body })
      rememberBooked([slot.id])
      visitorToast.success('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.')
      // The answer may have taken long: who went on meanwhile is not called back.
      if (form.props.ref.current)
        navigate(PATHS.dashboard, { replace: true, state: { ...grid, slot_ids: [] } })
    },
    failed,
    late: toastAfterUnmount('투어 예약'),
  })
  return (
    <form {...form.props} className="stack" aria-label="방문자 정보">
      <Field label="회사명" autoComplete="organization" {...form.field('visitor.company')} />
      <Field label="방문자명" autoComplete="name" {...form.field('visitor.name')} />
      <PhoneField label="연락처" {...form.field('visitor.phone')} />
      <NumberField
        label="방문 인원"
        hint={`최대 ${TOUR_MAX_VISITORS}명`}
        min={1}
        max={TOUR_MAX_VISITORS}
        {...form.field('visitor.count')}
      />
      <TextField label="요청 사항" optional maxLength={NOTE_MAX} {...form.field('note')} />
      <FormEnd
        error={form.error}
        pending={form.pending}
        isRetrying={isRetrying}
        nearest={isTaken && <NearestTours booking={booking} count={count} onMove={onMove} />}
        movedTo={isMoved ? `${slot.time} ~ ${slot.end_time} · ${docent.name}` : null}
        grid={grid}
        onBack={onBack}
      />
    </form>
  )
}
