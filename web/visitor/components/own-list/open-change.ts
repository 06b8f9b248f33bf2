import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'

/** The undecided request for another time. */
export const openChangeOf = (
  { tours, meetings }: ReservationLists,
  { id }: { id: number },
): Reservation | undefined =>
  [...tours, ...meetings].find(({ status, replaces }) => status === 'PENDING' && replaces?.id === id)
