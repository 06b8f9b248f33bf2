import { getAttention } from '../../../contract/admin/attention.ts'
import { getDashboard, getStats, withWaiting } from '../../../contract/admin/dashboard.ts'
import { getReservationContext } from '../../../contract/admin/reservation-context.ts'
import { listReservationHistory, listReservations } from '../../../contract/admin/reservations.ts'
import {
  reservationsIn,
  withReservation,
  type Reservation,
  type ReservationLists,
} from '../../../contract/reservation.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { call } from '../../api/client.ts'
import { patchCache, refresh } from '../../api/reads/use-read.ts'

export async function showReservation(changed: Reservation) {
  await Promise.all([
    patchCache(listReservations, (lists) => withReservation(lists, changed)),
    patchCache(getDashboard, (page) => withWaiting(page, (lists) => withReservation(lists, changed))),
  ])
}

/**
 * Slots are refreshed after reservations: otherwise a slot is gone before its reservation shows, and the focus
 * jumps to its neighbour.
 */
export async function refreshReservations() {
  await Promise.all([
    refresh(getDashboard, getStats, getAttention, listReservationHistory, getReservationContext),
    refresh(listReservations).then(() => refresh(listTourSlots, listRoomSlots)),
  ])
}

export const findReservation = (lists: ReservationLists | undefined, id: number): Reservation | undefined =>
  lists && reservationsIn(lists).find((each) => each.id === id)

/** Also shows it everywhere, even after a move. */
export async function readReservation({ id }: Pick<Reservation, 'id'>): Promise<Reservation | undefined> {
  const found = findReservation(await call(listReservations, { query: { id: String(id) } }), id)
  if (found) await showReservation(found)
  void refreshReservations()
  return found
}
