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
import { useForm } from '../../ui/form/use-form.ts'
import { rememberBooked } from '../components/booked-slots.ts'
import { toastAfterUnmount } from '../components/sending/toast-after-unmount.ts'
import { useMember } from '../components/use-member.ts'

type Place<Kind, P> = {
  kind: Kind
  place: P
  /** Another time, perhaps of another docent or room, is taken instead. */
  onMove: (place: P, slots: readonly ChosenSlot[]) => void
}

/** One tour or meeting that is about to be booked: where and when. */
export type ChosenBooking = (Place<'tour', ChosenDocent> | Place<'room', ChosenRoom>) & {
  date: string
  event_date_id: number
  slots: readonly ChosenSlot[]
  /** Where other times of that docent or room are found. */
  grid: DashboardState
}

type Body = BodyOf<typeof reserveTour> | BodyOf<typeof reserveMeeting>

/** The request that was sent last: for which slots and how many visitors, and how it stands. */
type Sent = { slots: string; count: number; state: 'sending' | 'retrying' | 'done' | 'failed' | 'gone' }

const KINDS = {
  tour: { endpoint: reserveTour, draft: 'tour', name: '투어 예약' },
  room: { endpoint: reserveMeeting, draft: 'meeting', name: '미팅 예약' },
} as const
const GRIDS = [getSchedule, listAvailableTours, listAvailableRooms]

const FAILED = '예약 신청에 실패했습니다.'
const UNANSWERED = '연결이 불안정해 신청 결과를 확인하지 못했습니다. 다시 눌러도 두 번 신청되지 않습니다.'
const PERHAPS_OWN = '앞서 보낸 신청이 접수되었을 수 있으니 예약내역을 확인해주세요.'

/** The form of a booking: sends the request until it is answered, and knows whether its time is gone. */
export function useBookingForm(booking: ChosenBooking) {
  const [, navigate] = useLocation()
  const member = useMember()
  const { send, failed, ...request } = useBookingRequest(booking)
  const { kind, place, slots, grid } = booking
  const { draft, name } = KINDS[kind]
  const form = useForm<Body>({
    schema: kind === 'room' ? meetingRequestFor(place.size) : reserveTour.body!,
    draft,
    initial: {
      'visitor.company': member.company_name,
      'visitor.name': member.name,
      'visitor.phone': member.phone,
      'visitor.count': 1,
    },
    complete: (typed) => ({ ...typed, ...placeAndTime(booking) }),
    submit: async (body) => {
      const { message } = await send(body)
      // Not awaited: the booking is made, and the next screen shows what it has until the answer comes.
      void refresh(...GRIDS, listMyReservations)
      rememberBooked(slots.map(({ id }) => id))
      visitorToast.success(message)
      // The answer may have taken long: a visitor who has gone on is not called back.
      if (form.props.ref.current)
        navigate(PATHS.dashboard, { replace: true, state: { ...grid, slot_ids: [] } })
    },
    failed,
    late: toastAfterUnmount(name),
  })
  return { form, ...request }
}

function useBookingRequest({ kind, ...booking }: ChosenBooking) {
  const [sent, setSent] = useState<Sent | null>(null)
  const followsUnanswered = useRef(false)
  const slots = booking.slots.map(({ id }) => id).join(' ')

  const send = async (body: Body) => {
    const request = openRequest(KINDS[kind].endpoint, { body })
    followsUnanswered.current = request.followsUnanswered
    const become = (state: Sent['state']) => setSent({ slots, count: body.visitor.count, state })
    become('sending')
    try {
      const answer = await request.send(() => become('retrying'))
      become('done')
      return answer
    } catch (failure) {
      const isGone = failure instanceof ApiError && failure.isOwn && isTimeGone(failure.code)
      become(isGone ? 'gone' : 'failed')
      if (isGone) void refresh(...GRIDS)
      throw failure
    }
  }

  const failed = (failure: unknown): string => {
    if (failure instanceof UnansweredError) return UNANSWERED
    if (!(failure instanceof ApiError && failure.isOwn)) return FAILED
    const isPerhapsOwn = failure.code === 'slot_taken' && followsUnanswered.current
    return isPerhapsOwn ? `${failure.text} ${PERHAPS_OWN}` : failure.text
  }

  const isSame = sent?.slots === slots
  return {
    send,
    failed,
    isRetrying: sent?.state === 'retrying',
    /** For how many visitors the chosen time was asked for, when it is gone; null when it is not. */
    goneFor: sent?.state === 'gone' && isSame ? sent.count : null,
    /** Another time was chosen instead of the one that is gone, and not yet asked for. */
    isMoved: sent?.state === 'gone' && !isSame,
  }
}
