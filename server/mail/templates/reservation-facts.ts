import type { MeetingReservation, Reservation, TourReservation } from '../../../contract/reservation.ts'
import { visitorFacts } from '../../../contract/visitor.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { LOCAL_TIME, type Fact } from './mail-content.ts'

export const whenOf = (reservation: Reservation): { date: string; range: string } =>
  reservation.type === 'VIP_TOUR'
    ? {
        date: koreanDate(reservation.available_tour.event_date.date),
        range: `${reservation.available_tour.time} ~ ${reservation.available_tour.end_time}`,
      }
    : { date: koreanDate(reservation.event_date.date), range: reservation.time_range }

export const factsOf = (reservation: Reservation): readonly Fact[] => [
  ...placeFacts(reservation),
  ...visitorFacts(reservation.visitor),
  ...(reservation.note ? [{ label: '요청 사항', value: reservation.note }] : []),
]

/** For calendars, which colleagues may read: no names and phones. */
export const calendarFactsOf = (reservation: Reservation): readonly Fact[] => {
  const { date, range } = whenOf(reservation)
  const { company, count } = reservation.visitor
  return [
    { label: '일시', value: `${date} ${range} (${LOCAL_TIME})` },
    ...placeFacts(reservation),
    ...visitorFacts({ company, count }),
  ]
}

const placeFacts = (reservation: Reservation): readonly Fact[] =>
  reservation.type === 'VIP_TOUR' ? tourPlace(reservation) : meetingPlace(reservation)

const tourPlace = ({ available_tour: { docent } }: TourReservation): readonly Fact[] => [
  { label: '도슨트', value: docent.name },
  { label: '언어', value: docent.language },
  { label: '시작 위치', value: docent.start_point },
]

const meetingPlace = ({ room, visitor }: MeetingReservation): readonly Fact[] => [
  { label: '미팅명', value: visitor.title },
  { label: '미팅룸', value: `${room.name} · ${room.floor}층` },
]
