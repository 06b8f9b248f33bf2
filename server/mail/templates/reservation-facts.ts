import type { MeetingReservation, Reservation, TourReservation } from '../../../contract/reservation.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { LOCAL_TIME, type Fact } from './mail-content.ts'

export const whenOf = (reservation: Reservation): { date: string; range: string } =>
  reservation.type === 'VIP_TOUR'
    ? {
        date: koreanDate(reservation.available_tour.event_date.date),
        range: `${reservation.available_tour.time} ~ ${reservation.available_tour.end_time}`,
      }
    : { date: koreanDate(reservation.event_date.date), range: reservation.time_range }

export const factsOf = (reservation: Reservation): readonly Fact[] => {
  const { visitor, note } = reservation
  return [
    ...placeFacts(reservation),
    { label: '회사명', value: visitor.company },
    { label: '방문자명', value: visitor.name },
    ...('manager_name' in visitor ? [{ label: '현장 미팅 담당자명', value: visitor.manager_name }] : []),
    { label: '연락처', value: visitor.phone },
    headCount(reservation),
    ...(note ? [{ label: '요청 사항', value: note }] : []),
  ]
}

/** For calendars, which colleagues may read: no names and phones. */
export const calendarFactsOf = (reservation: Reservation): readonly Fact[] => {
  const { date, range } = whenOf(reservation)
  return [
    { label: '일시', value: `${date} ${range} (${LOCAL_TIME})` },
    ...placeFacts(reservation),
    { label: '회사명', value: reservation.visitor.company },
    headCount(reservation),
  ]
}

const headCount = ({ visitor }: Reservation) => ({ label: '방문 인원', value: `${visitor.count}명` })

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
