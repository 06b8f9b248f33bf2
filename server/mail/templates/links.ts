import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { instantOf, madridDate } from '../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { isChangeRequest } from '../heading.ts'
import type { ReservationNotice } from '../mail.ts'
import type { Link } from './mail-content.ts'

export const BOOK_ANOTHER = '예약 가능한 시간이 있으면 다시 신청하실 수 있습니다.'

export const bookLink = (kind: ReservationKind, public_url: string, query = ''): Link => ({
  label: '예약 가능한 시간 보기',
  url: `${public_url}/${kind === 'VIP_TOUR' ? 'reserve-tour' : 'reserve-room'}${query}`,
})

/** Opens the reservation in the member's list. */
export const ownPath = ({ type, id }: Reservation): string =>
  `/reservations?tab=${type === 'VIP_TOUR' ? 'tours' : 'meetings'}&open=${id}`

export const ownLink = (
  { reservation, public_url, deleted }: ReservationNotice,
  label = '예약내역 보기',
): Link | undefined => (deleted === 'member' ? undefined : { label, url: public_url + ownPath(reservation) })

/** Keeps the docent or room and the day, unless they are gone. */
export function rebookLink(notice: ReservationNotice): Link | undefined {
  const { reservation, public_url, deleted, now } = notice
  if (deleted === 'member') return undefined
  const { replaces } = reservation
  if (isChangeRequest(notice) && instantOf(replaces!.date, replaces!.time.slice(0, 5))! > now)
    return {
      label: '다른 시간 요청하기',
      url: `${public_url}/reservations/change?id=${replaces!.id}`,
    }
  return bookLink(reservation.type, public_url, placeOf(notice))
}

function placeOf({ reservation, deleted, now }: ReservationNotice): string {
  const [name, id] =
    reservation.type === 'VIP_TOUR'
      ? ['docent_id', reservation.available_tour.docent.id]
      : ['room_id', reservation.room.id]
  if (deleted === 'place' || id === null) return ''
  const { date } = reservationFacts(reservation)
  const isDayLeft = deleted !== 'event_date' && date >= madridDate(now)
  return `?${name}=${id}${isDayLeft ? `&date=${date}` : ''}`
}
