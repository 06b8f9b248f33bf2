import { getDashboard, getStats, withWaiting } from '../../../contract/admin/dashboard.ts'
import { getReservationContext } from '../../../contract/admin/reservation-context.ts'
import { listReservationHistory, listReservations } from '../../../contract/admin/reservations.ts'
import { withReservation, type Reservation, type ReservationLists } from '../../../contract/reservation.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { call } from '../../api/client.ts'
import { patchCache, refresh } from '../../api/reads/use-read.ts'

/** Shows everywhere at once what the service has made of a reservation. */
export async function showReservation(changed: Reservation): Promise<void> {
  await Promise.all([
    patchCache(listReservations, (lists) => withReservation(lists, changed)),
    patchCache(getDashboard, (page) => withWaiting(page, (lists) => withReservation(lists, changed))),
  ])
}

/**
 * Asks anew for everything that shows an administrator reservations, or the times that they have given back. The times
 * come after the reservations: else a time is gone before anybody is seen to have it, and the focus on it moves on to its
 * neighbour.
 */
export async function refreshReservations(): Promise<void> {
  await Promise.all([
    refresh(getDashboard, getStats, listReservationHistory, getReservationContext),
    refresh(listReservations).then(() => refresh(listTourSlots, listRoomSlots)),
  ])
}

/** The reservation of this id in these lists. */
export const findReservation = (lists: ReservationLists | undefined, id: number): Reservation | undefined =>
  lists && [...lists.tours, ...lists.meetings].find((each) => each.id === id)

/** A reservation as the service has it now, wherever it has been moved to; it then shows everywhere. */
export async function readReservation({ id }: Reservation): Promise<Reservation | undefined> {
  const found = findReservation(await call(listReservations, { query: { id: String(id) } }), id)
  if (found) await showReservation(found)
  void refreshReservations()
  return found
}
