import { getDashboard, getStats, type Dashboard } from '../../../contract/admin/dashboard.ts'
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
    patchCache(getDashboard, (dashboard) => onEveryDay(dashboard, (day) => withReservation(day, changed))),
  ])
}

/** Takes decided reservations off the dashboard, until the service has sent their new state. */
export const hideDecided = (ids: readonly number[]): Promise<void> =>
  patchCache(getDashboard, (dashboard) => withoutDecided(dashboard, ids))

/** Asks anew for everything that shows an administrator reservations, or the times that they have given back. */
export const refreshReservations = (): Promise<void> =>
  refresh(
    getDashboard,
    getStats,
    listReservations,
    listReservationHistory,
    getReservationContext,
    listTourSlots,
    listRoomSlots,
  )

// One look at the service for a series of quick decisions.
const SETTLED_MS = 600
let settling: ReturnType<typeof setTimeout> | undefined

/** Asks for the lists anew, once no further decision has come for a moment. */
export function refreshSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(() => void refreshReservations(), SETTLED_MS)
}

type Days = Dashboard['reservations'][keyof Dashboard['reservations']]

const onEveryDay = (dashboard: Dashboard, change: (day: Days[number]) => Days[number]): Dashboard => ({
  ...dashboard,
  reservations: Object.fromEntries(
    Object.entries(dashboard.reservations).map(([status, days]) => [status, days.map(change)]),
  ) as Dashboard['reservations'],
})

/** The dashboard without what waits in it and was just decided. */
export function withoutDecided(dashboard: Dashboard, decided: readonly number[]): Dashboard {
  const { pending, cancel_requested } = dashboard.reservations
  const others = <Day extends ReservationLists>(days: readonly Day[]) =>
    days
      .map((day) => ({
        ...day,
        tours: day.tours.filter(({ id }) => !decided.includes(id)),
        meetings: day.meetings.filter(({ id }) => !decided.includes(id)),
      }))
      .filter(({ tours, meetings }) => tours.length + meetings.length > 0)
  const left = { pending: others(pending), cancel_requested: others(cancel_requested) }
  return { ...dashboard, reservations: { ...dashboard.reservations, ...left } }
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
