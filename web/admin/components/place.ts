import type { Docent, Room } from '../../../contract/place.ts'
import type { Reservation } from '../../../contract/reservation.ts'

export type Place = { kind: 'tour'; place: Docent } | { kind: 'room'; place: Room }

/** Null if deleted. */
export const placeIdOf = (reservation: Reservation): number | null =>
  (reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent : reservation.room).id
