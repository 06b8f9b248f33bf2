import type { Docent } from '../../../../contract/docent.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { Room } from '../../../../contract/room.ts'

export type MovePlace = { kind: 'tour'; place: Docent } | { kind: 'room'; place: Room }
export type MovePlaces = { docents: readonly Docent[]; rooms: readonly Room[] }

export const placesOf = (reservation: Reservation, { docents, rooms }: MovePlaces): MovePlace[] =>
  reservation.type === 'VIP_TOUR'
    ? docents.map((place) => ({ kind: 'tour', place }))
    : rooms.map((place) => ({ kind: 'room', place }))

/** Null if deleted. */
export const ownPlaceId = (reservation: Reservation): number | null =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent.id : reservation.room.id
