import type { Reservation } from '../../../contract/reservation.ts'
import { madridDate, madridTime, shortKoreanDate } from '../../../domain/madrid-time.ts'

/** From when to when. */
export const timeRange = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR'
    ? `${reservation.available_tour.time} ~ ${reservation.available_tour.end_time}`
    : reservation.time_range

export const minutesOf = (reservation: Reservation): number =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.duration : reservation.total_duration

/** The name of the docent or room. */
export const placeName = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.name : reservation.room.name

/** The name by which a member knows it: the docent of a tour, the title of a meeting. */
export const titleOf = (reservation: Reservation): string =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.name : reservation.visitor.title

/** Where, in a few words. */
export function whereOf(reservation: Reservation): string[] {
  if (reservation.type === 'GROUP_MEETING') return [reservation.room.name, `${reservation.room.floor}층`]
  const { language, start_point } = reservation.available_tour.docent
  return [language, start_point]
}

/** When something happened, as `11.21 (토) 09:05`. */
export function momentText(iso: string): string {
  const instant = Date.parse(iso)
  return `${shortKoreanDate(madridDate(instant))} ${madridTime(instant)}`
}
