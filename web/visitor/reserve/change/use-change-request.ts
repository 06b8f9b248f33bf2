import { navigate } from 'wouter/use-browser-location'
import { placeAndTime, REQUESTED_TEXT, reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import { getSchedule } from '../../../../contract/schedule.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { openRequest } from '../../../api/writes/retrying-call.ts'
import { PATHS, type Booking } from '../../../paths.ts'
import { NO_FIELDS, useForm } from '../../../ui/form/form.tsx'
import { visitorToast } from '../../../ui/toast.ts'
import { rememberBooked } from '../../components/booked-slots.ts'
import { detailsAddress } from '../../components/own-list/list-view.ts'
import { failureText } from '../../components/sending/failure-text.ts'
import { toastAfterUnmount } from '../../components/toast-after-unmount.ts'
import { useMember } from '../../components/use-member.ts'

type Wanted = Pick<Booking, 'kind' | 'place' | 'event_date_id' | 'slots'>
type Body = BodyOf<typeof reserveTour> & BodyOf<typeof reserveMeeting>

export function useChangeRequest(old: Reservation, wanted: Wanted | undefined) {
  const member = useMember()
  return useForm({
    schema: NO_FIELDS,
    submit: async (_, onRetry) => {
      const { kind, slots } = wanted!
      const visitor = { ...old.visitor, phone: old.visitor.phone ?? member.phone }
      const body = { ...placeAndTime(wanted!), visitor, note: old.note, replaces: old.id } as Body
      const request = openRequest(kind === 'tour' ? reserveTour : reserveMeeting, { body })
      const { message, reservation } = await request.send(onRetry)
      rememberBooked(slots.map(({ id }) => id))
      void refresh(getSchedule, listMyReservations)
      visitorToast.success(message ?? REQUESTED_TEXT[kind])
      // The form may be gone, because its own request is known, and the visitor elsewhere.
      if (location.pathname === PATHS.changeTime) navigate(detailsAddress(reservation), { replace: true })
    },
    failed: (failure) => {
      void refresh(getSchedule, listMyReservations)
      return failureText('시간 변경 요청에 실패했습니다.', failure)
    },
    late: toastAfterUnmount('시간 변경 요청'),
  })
}
