import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import {
  isTimeGone,
  meetingRequestFor,
  placeAndTime,
  reserveMeeting,
  reserveTour,
} from '../../../contract/booking.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { ApiError } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { openRequest, UnansweredError } from '../../api/writes/retrying-call.ts'
import {
  PATHS,
  type ChosenDocent,
  type ChosenRoom,
  type ChosenSlot,
  type DashboardState,
} from '../../paths.ts'
import { visitorToast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { rememberBooked } from '../components/booked-slots.ts'
import { toastAfterUnmount } from '../components/toast-after-unmount.ts'
import { useMember } from '../components/use-member.ts'

/** What is booked, where and when. */
export type ChosenBooking = ({ kind: 'tour'; place: ChosenDocent } | { kind: 'room'; place: ChosenRoom }) & {
  event_date_id: number
  slots: readonly ChosenSlot[]
  /** Where other times of that docent or room are found. */
  grid: DashboardState
}

type Body = BodyOf<typeof reserveTour> | BodyOf<typeof reserveMeeting>

/** The request that was sent last: for which slots and how many visitors, and how it stands. */
type Sent = { slots: string; count: number; state: 'sent' | 'retrying' | 'failed' | 'gone' }

const KINDS = {
  tour: { endpoint: reserveTour, draft: 'tour', name: '투어 예약' },
  room: { endpoint: reserveMeeting, draft: 'meeting', name: '미팅 예약' },
} as const
const GRIDS = [getSchedule, listAvailableTours, listAvailableRooms]

const FAILED = '예약 신청에 실패했습니다.'
const UNANSWERED = '연결이 불안정해 신청 결과를 확인하지 못했습니다. 다시 눌러도 두 번 신청되지 않습니다.'
const PERHAPS_OWN = '앞서 보낸 신청이 접수되었을 수 있으니 예약내역을 확인해주세요.'

/** The form of a booking: sends the request until it is answered, and knows whether its time is gone. */
export function useBookingForm({ grid, ...booking }: ChosenBooking) {
  const [, navigate] = useLocation()
  const member = useMember()
  const [sent, setSent] = useState<Sent | null>(null)
  const followsUnanswered = useRef(false)
  const { endpoint, draft, name } = KINDS[booking.kind]
  const ids = booking.slots.map(({ id }) => id)
  const slots = ids.join(' ')

  const submit = async (body: Body) => {
    const request = openRequest(endpoint, { body })
    followsUnanswered.current = request.followsUnanswered
    const about = { slots, count: body.visitor.count }
    setSent({ ...about, state: 'sent' })
    const { message } = await request.send(() => setSent({ ...about, state: 'retrying' }))
    // Not awaited: the booking is made, and the next screen shows what it has until the answer comes.
    void refresh(...GRIDS, listMyReservations)
    rememberBooked(ids)
    visitorToast.success(message)
    // The answer may have taken long: a visitor who has gone on is not called back.
    if (form.props.ref.current) navigate(PATHS.dashboard, { replace: true, state: { ...grid, slot_ids: [] } })
  }

  const failed = (failure: unknown): string => {
    const isGone = failure instanceof ApiError && failure.isOwn && isTimeGone(failure.code)
    setSent((last) => last && { ...last, state: isGone ? 'gone' : 'failed' })
    if (isGone) void refresh(...GRIDS)
    return failureText(failure, followsUnanswered.current)
  }

  const form = useForm<Body>({
    schema: booking.kind === 'room' ? meetingRequestFor(booking.place.size) : reserveTour.body!,
    draft,
    initial: {
      'visitor.company': member.company_name,
      'visitor.name': member.name,
      'visitor.phone': member.phone,
      'visitor.count': 1,
    },
    complete: (typed) => ({ ...typed, ...placeAndTime(booking) }),
    submit,
    failed,
    late: toastAfterUnmount(name),
  })

  const isSame = sent?.slots === slots
  return {
    form,
    isRetrying: form.pending && sent?.state === 'retrying',
    /** For how many visitors the chosen time was asked for, when it is gone; null when it is not. */
    goneFor: sent?.state === 'gone' && isSame ? sent.count : null,
    /** Another time was chosen instead of the one that is gone, and not yet asked for. */
    isMoved: sent?.state === 'gone' && !isSame,
  }
}

function failureText(failure: unknown, followsUnanswered: boolean): string {
  if (failure instanceof UnansweredError) return UNANSWERED
  if (!(failure instanceof ApiError && failure.isOwn)) return FAILED
  return failure.code === 'slot_taken' && followsUnanswered ? `${failure.text} ${PERHAPS_OWN}` : failure.text
}
