import { CALENDAR } from '../../contract/calendar.ts'
import { reservationFacts } from '../../contract/reservation.ts'
import { madridTime } from '../../domain/madrid-time.ts'
import { nounOf } from './heading.ts'
import type { ReservationNotice } from './mail.ts'
import { calendarOf } from './templates/reservation-notice.ts'

export function calendarDownload(notice: ReservationNotice): File {
  const { date, starts_at } = reservationFacts(notice.reservation)
  const name = `${nounOf(notice)}_${date}_${madridTime(starts_at).replace(':', '')}.ics`
  return new File([calendarOf(notice, 'PUBLISH')], name, { type: `${CALENDAR}; charset=utf-8` })
}
