import { useLocation } from 'wouter'
import { meetingRequestFor, NOTE_MAX, reserveMeeting } from '../../../contract/booking.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { MEETING_SLOT_MINUTES } from '../../../domain/slot.ts'
import { rememberBooked } from '../components/booked-slots.ts'
import { toastAfterUnmount } from '../components/late-failure-toast.ts'
import { useMember } from '../components/use-member.ts'
import {
  PATHS,
  type ChosenRoom,
  type ChosenSlot,
  type DashboardState,
  type RoomBooking,
} from '../../paths.ts'
import { Field, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { FormEnd } from './form-end.tsx'
import { NearestMeetings } from './nearest-times.tsx'
import { useBookingCall } from './use-booking-call.ts'
import { useTakenMeanwhile } from './use-taken-meanwhile.ts'

type Props = {
  booking: RoomBooking
  /** Where other times are found. */
  grid: DashboardState
  onMove: (room: ChosenRoom, slots: readonly ChosenSlot[]) => void
  onBack: (() => void) | undefined
}

/** Who meets whom; sends the request. */
export function RoomForm({ booking, grid, onMove, onBack }: Props) {
  const [, navigate] = useLocation()
  const member = useMember()
  const { room, slots } = booking
  const { send, failed, isGone, isRetrying } = useBookingCall(reserveMeeting)
  const { ask, count, isTaken, isMoved } = useTakenMeanwhile(isGone, slots)
  const { time, end_time } = spanOf(slots)
  const form = useForm({
    schema: meetingRequestFor(room.size),
    draft: 'meeting',
    initial: {
      'visitor.company': member.company_name,
      'visitor.name': member.name,
      'visitor.phone': member.phone,
      'visitor.count': 1,
    },
    complete: (typed) => ({
      ...typed,
      room_id: room.id,
      event_date_id: booking.event_date_id,
      time_slots: slots.map((slot) => ({
        available_room_id: slot.id,
        duration: MEETING_SLOT_MINUTES,
      })),
    }),
    submit: async (body) => {
      ask(body.visitor.count)
      await send({ body })
      rememberBooked(slots.map(({ id }) => id))
      visitorToast.success('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.')
      // The answer may have taken long: who went on meanwhile is not called back.
      if (form.props.ref.current)
        navigate(PATHS.dashboard, { replace: true, state: { ...grid, slot_ids: [] } })
    },
    failed,
    late: toastAfterUnmount('미팅 예약'),
  })
  return (
    <form {...form.props} className="stack" aria-label="미팅 정보">
      <Field label="미팅명" {...form.field('visitor.title')} />
      <Field label="회사명" autoComplete="organization" {...form.field('visitor.company')} />
      <Field label="방문자명" autoComplete="name" {...form.field('visitor.name')} />
      <Field label="현장 미팅 담당자명" {...form.field('visitor.manager_name')} />
      <PhoneField label="연락처" {...form.field('visitor.phone')} />
      <NumberField
        label="방문 인원"
        hint={`최대 ${room.size}명`}
        min={1}
        max={room.size}
        {...form.field('visitor.count')}
      />
      <TextField label="요청 사항" optional maxLength={NOTE_MAX} {...form.field('note')} />
      <FormEnd
        error={form.error}
        pending={form.pending}
        isRetrying={isRetrying}
        nearest={isTaken && <NearestMeetings booking={booking} count={count} onMove={onMove} />}
        movedTo={isMoved ? `${time} ~ ${end_time} · ${room.name}` : null}
        grid={grid}
        onBack={onBack}
      />
    </form>
  )
}
