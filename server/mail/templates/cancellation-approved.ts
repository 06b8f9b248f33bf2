import type { Mail, ReservationNotice } from '../mail.ts'
import { nounOf, reservationMail } from './reservation-notice.ts'

/** The reservation is cancelled as the member asked; the calendar entry is taken out again. */
export const cancellationApproved = (notice: ReservationNotice): Mail =>
  reservationMail(notice, {
    kind: 'cancellation_approved',
    headline: `${nounOf(notice)} 예약이 취소되었습니다`,
    sentence: `요청하신 대로 ${nounOf(notice)} 예약이 취소되었습니다.`,
    next: '캘린더에 추가하신 일정은 첨부된 취소 일정으로 삭제하실 수 있습니다. 다른 시간을 원하시면 다시 예약해주세요.',
    calendar: 'CANCEL',
  })
