import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import {
  reservationFacts,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { groupBy } from '../../../domain/group-by.ts'

export type QueueDay = { date: string; tours: TourReservation[]; meetings: MeetingReservation[] }

/** The requests and cancellation requests that wait for a decision, by date and then by start. */
export function queueOf({ pending, cancel_requested }: Dashboard['reservations']): QueueDay[] {
  const days = groupBy([...pending, ...cancel_requested], ({ date }) => date)
  return [...days]
    .map(([date, parts]) => ({
      date,
      tours: parts.flatMap(({ tours }) => tours).sort(byStart),
      meetings: parts.flatMap(({ meetings }) => meetings).sort(byStart),
    }))
    .sort((a, b) => a.date.localeCompare(b.date))
}

// Of two for the same time the one that came first stands first.
const byStart = (a: Reservation, b: Reservation) =>
  reservationFacts(a).starts_at - reservationFacts(b).starts_at || a.id - b.id

/** How many wait, without those that somebody has just decided. */
export const countOf = (
  days: readonly QueueDay[],
  decided: { has: (id: number) => boolean } = new Set(),
): number => reservationsOf(days).filter(({ id }) => !decided.has(id)).length

/** A reservation as the dashboard knows it now, whatever has become of it. */
export function findReservation(
  { reservations }: Dashboard,
  wanted: Pick<Reservation, 'id'>,
): Reservation | undefined {
  for (const days of Object.values(reservations))
    for (const { tours, meetings } of days) {
      const found = [...tours, ...meetings].find(({ id }) => id === wanted.id)
      if (found) return found
    }
  return undefined
}

/** All that waits, in the order in which it is shown. */
export const reservationsOf = (days: readonly QueueDay[]): Reservation[] =>
  days.flatMap(({ tours, meetings }): Reservation[] => [...tours, ...meetings])
