import { navigate } from 'wouter/use-browser-location'
import { placeAndTime, REQUESTED_TEXT, reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import { getSchedule } from '../../../../contract/schedule.ts'
import { isCompletePhone } from '../../../../domain/phone.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { openRequest } from '../../../api/writes/retrying-call.ts'
import { PATHS, PLACE_KEYS, type Booking, type DashboardState } from '../../../paths.ts'
import { NO_FIELDS, useForm } from '../../../ui/form/form.tsx'
import { visitorToast } from '../../../ui/toast.ts'
import { asked, rememberBooked } from '../../components/booked-slots.ts'
import { failureText } from '../../components/sending/failure-text.ts'
import { toastAfterUnmount } from '../../components/toast-after-unmount.ts'
import { useMember } from '../../components/use-member.ts'

type Wanted = Pick<Booking, 'kind' | 'place' | 'date' | 'event_date_id' | 'slots'>
type Body = BodyOf<typeof reserveTour> & BodyOf<typeof reserveMeeting>

export function useChangeRequest(old: Reservation, wanted: Wanted | undefined) {
  const member = useMember()
  return useForm({
    schema: NO_FIELDS,
    submit: async (_, onRetry) => {
      const { kind, place, date, slots } = wanted!
      // An administrator may have written one that visitors cannot send.
      const phone = isCompletePhone(old.visitor.phone ?? '') ? old.visitor.phone : member.phone
      const visitor = { ...old.visitor, phone }
      const body = { ...placeAndTime(wanted!), visitor, note: old.note, replaces: old.id } as Body
      const request = openRequest(kind === 'tour' ? reserveTour : reserveMeeting, { body })
      const { message, reservation } = await request.send(onRetry)
      const slot_ids = slots.map(({ id }) => id)
      rememberBooked(slot_ids)
      void refresh(getSchedule, listMyReservations)
      visitorToast.success(message ?? REQUESTED_TEXT[kind])
      // The form may be gone, because its own request is known, and the visitor elsewhere.
      if (location.pathname + location.search !== `${PATHS.changeTime}?id=${old.id}`) return
      asked.last = reservation.status === 'APPROVED' ? 'APPROVED' : 'change'
      const state: DashboardState = { date, kind, [PLACE_KEYS[kind]]: place.id, slot_ids }
      navigate(PATHS.dashboard, { replace: true, state })
    },
    failed: (failure) => {
      void refresh(getSchedule, listMyReservations)
      return failureText('시간 변경 요청에 실패했습니다.', failure)
    },
    late: toastAfterUnmount('시간 변경 요청'),
  })
}
