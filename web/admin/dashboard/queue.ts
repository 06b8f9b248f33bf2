import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import {
  reservationFacts,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { groupBy } from '../../../domain/group-by.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isPastRequest } from '../../../domain/reservation.ts'
import { waitingSince } from '../reservation-dialog/waiting-text.ts'

type Kinds = { tours: TourReservation[]; meetings: MeetingReservation[] }
export type QueueDay = Kinds & { date: string }
/** A part of the queue as it is shown: a date, or all of them (null) in the order in which they have waited. */
export type QueueGroup = Kinds & { date: string | null }

/** The part of the queue that still can come to pass, and the requests that nobody decided before their time was over. */
export type SplitQueue = { coming: QueueDay[]; past: QueueDay[] }

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

export function splitQueue(days: readonly QueueDay[], now: Instant): SplitQueue {
  const isPast = (reservation: Reservation) => isPastRequest(reservationFacts(reservation), now)
  return {
    coming: only(days, (reservation) => !isPast(reservation)),
    past: only(days, isPast),
  }
}

/** The days with what is wanted of them; days without any are left out. */
export const only = (
  days: readonly QueueDay[],
  isWanted: (reservation: Reservation) => boolean,
): QueueDay[] =>
  days
    .map(({ date, tours, meetings }) => ({
      date,
      tours: tours.filter(isWanted),
      meetings: meetings.filter(isWanted),
    }))
    .filter(({ tours, meetings }) => tours.length + meetings.length > 0)

const byWaiting = (a: Reservation, b: Reservation) => waitingSince(a) - waitingSince(b) || a.id - b.id

/** All days as one, what has waited longest first. */
export const byWaitingTime = (days: readonly QueueDay[]): QueueGroup[] =>
  days.length === 0
    ? []
    : [
        {
          date: null,
          tours: days.flatMap(({ tours }) => tours).sort(byWaiting),
          meetings: days.flatMap(({ meetings }) => meetings).sort(byWaiting),
        },
      ]

/** How many wait, without those that somebody has just decided. */
export const countOf = (
  groups: readonly Kinds[],
  decided: { has: (id: number) => boolean } = new Set(),
): number => reservationsOf(groups).filter(({ id }) => !decided.has(id)).length

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
export const reservationsOf = (groups: readonly Kinds[]): Reservation[] =>
  groups.flatMap(({ tours, meetings }): Reservation[] => [...tours, ...meetings])
