import { getDashboard, type Dashboard } from '../../../../contract/admin/dashboard.ts'
import type { ReservationLists } from '../../../../contract/reservation.ts'
import { patchCache } from '../../../api/reads/use-read.ts'

/** Takes decided reservations off the dashboard, until the service has sent their new state. */
export const hideDecided = (ids: readonly number[]): Promise<void> =>
  patchCache(getDashboard, (dashboard) => withoutDecided(dashboard, ids))

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
