import type { Reservation } from '../../../contract/reservation.ts'

/** From when to when. */
export const timeOf = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR'
    ? `${reservation.available_tour.time} ~ ${reservation.available_tour.end_time}`
    : reservation.time_range

/** What a member knows it by: the docent of a tour, the title of a meeting. */
export const titleOf = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.name : reservation.visitor.title

/** Where, in a few words. */
export function whereOf(reservation: Reservation): string[] {
  if (reservation.type === 'VIP_TOUR') {
    const { language, start_point } = reservation.available_tour.docent
    return [language, start_point]
  }
  return [reservation.room.name, `${reservation.room.floor}층`]
}
