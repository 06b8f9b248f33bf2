import type { Queued } from '../../../contract/admin/queue.ts'
import {
  reservationFacts,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { groupBy } from '../../../domain/group-by.ts'

/** A part of the queue as it is shown: a date, or all of them (null) in the order in which they have waited. */
export type QueueGroup = { tours: TourReservation[]; meetings: MeetingReservation[]; date: string | null }

/** A page of the queue by dates, or in the order in which all have waited; each keeps the order of the page. */
export function groupsOf(page: readonly Queued[], isByWaiting: boolean): QueueGroup[] {
  const reservations = page.map(({ reservation }): Reservation => reservation)
  const days = groupBy(reservations, (each) => (isByWaiting ? null : reservationFacts(each).date))
  return [...days].map(([date, own]) => ({
    date,
    tours: own.filter((each) => each.type === 'VIP_TOUR'),
    meetings: own.filter((each) => each.type === 'GROUP_MEETING'),
  }))
}

/** All of these groups, in the order in which they are shown. */
export const reservationsOf = (groups: readonly QueueGroup[]): Reservation[] =>
  groups.flatMap(({ tours, meetings }): Reservation[] => [...tours, ...meetings])
