import { changedTexts, placeTextsOf, type PlaceTexts } from '../../domain/place-texts.ts'
import type { Change } from '../reservation-history.ts'
import { reservationFacts, type Reservation } from '../reservation.ts'

/** One sentence without full stop: new time, else new place. */
export function movedText(before: Reservation, after: Reservation): string {
  const [from, to] = [reservationFacts(before), reservationFacts(after)]
  if (from.starts_at !== to.starts_at || from.ends_at !== to.ends_at) return '예약 시간이 변경되었습니다'
  return `예약 ${after.type === 'VIP_TOUR' ? '도슨트가' : '장소가'} 변경되었습니다`
}

type WhereAndWhen = { date: string; time: string; place: PlaceTexts }

export const whereAndWhen = (reservation: Reservation): WhereAndWhen => {
  if (reservation.type === 'GROUP_MEETING')
    return {
      date: reservation.event_date.date,
      time: reservation.time_range,
      place: placeTextsOf(reservation.type, reservation.room),
    }
  const { event_date, time, end_time, docent } = reservation.available_tour
  const place = placeTextsOf(reservation.type, docent)
  return { date: event_date.date, time: `${time} ~ ${end_time}`, place }
}

/** As the history shows them. */
export function movedChanges(from: Reservation, to: Reservation): Change[] {
  const [before, after] = [whereAndWhen(from), whereAndWhen(to)]
  const times = (['date', 'time'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  const noun = to.type === 'VIP_TOUR' ? 'docent' : 'room'
  const places = changedTexts(to.type, before.place, after.place)
  return [...times, ...places.map((change) => ({ ...change, field: `${noun}.${change.field}` as const }))]
}
