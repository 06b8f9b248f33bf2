import { getDashboard, getStats, type Dashboard } from '../../../contract/admin/dashboard.ts'
import { listReservationHistory, listReservations } from '../../../contract/admin/reservations.ts'
import { reservationFacts, type Reservation, type ReservationLists } from '../../../contract/reservation.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { call } from '../../api/client.ts'
import { queryClient, refresh } from '../../api/reads/use-read.ts'

/** Lists with one reservation as it has become; lists that it is not in stay the same. */
export function withReservation<Lists extends ReservationLists>(lists: Lists, changed: Reservation): Lists {
  const put = <One extends Reservation>(list: readonly One[]) =>
    list.map((one) => (one.id === changed.id ? (changed as One) : one))
  const kind = changed.type === 'VIP_TOUR' ? 'tours' : 'meetings'
  const list: readonly Reservation[] = lists[kind]
  return list.some(({ id }) => id === changed.id) ? { ...lists, [kind]: put(list) } : lists
}

/**
 * Shows everywhere at once what the service has made of a reservation; an answer that is still on its way from before
 * must not undo that.
 */
export async function keepReservation(changed: Reservation): Promise<void> {
  const [list, dashboard] = [{ queryKey: [listReservations.path] }, { queryKey: [getDashboard.path] }]
  await Promise.all([queryClient.cancelQueries(list), queryClient.cancelQueries(dashboard)])
  queryClient.setQueriesData<ReservationLists>(list, (shown) => shown && withReservation(shown, changed))
  queryClient.setQueriesData<Dashboard>(
    dashboard,
    (shown) => shown && { ...shown, reservations: withReservationByStatus(shown.reservations, changed) },
  )
}

const withReservationByStatus = (lists: Dashboard['reservations'], changed: Reservation) =>
  Object.fromEntries(
    Object.entries(lists).map(([status, days]) => [status, days.map((day) => withReservation(day, changed))]),
  ) as Dashboard['reservations']

/** Asks anew for everything that shows an administrator reservations, or the times that they have given back. */
export const refreshReservations = (): Promise<void> =>
  refresh(getDashboard, getStats, listReservations, listReservationHistory, listTourSlots, listRoomSlots)

/** The reservation of this id in these lists. */
export const findReservation = (lists: ReservationLists | undefined, id: number): Reservation | undefined =>
  lists && [...lists.tours, ...lists.meetings].find((each) => each.id === id)

/**
 * A reservation as the service has it now, which then shows everywhere. It is read from those of its date, where it stays
 * whatever becomes of it.
 */
export async function readReservation(seen: Reservation): Promise<Reservation | undefined> {
  const { date } = reservationFacts(seen)
  const found = findReservation(await call(listReservations, { query: { date } }), seen.id)
  if (found) await keepReservation(found)
  void refreshReservations()
  return found
}
