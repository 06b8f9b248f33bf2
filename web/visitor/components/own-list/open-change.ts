import { reservationsIn, type Reservation, type ReservationLists } from '../../../../contract/reservation.ts'

/** The undecided request for another time. */
export const openChangeOf = (lists: ReservationLists, { id }: { id: number }): Reservation | undefined =>
  reservationsIn(lists).find(({ status, replaces }) => status === 'PENDING' && replaces?.id === id)
