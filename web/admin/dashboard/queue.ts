import { VISITOR_FIELDS, type Visitor } from '../../../contract/visitor.ts'
import { waitingOf, type Dashboard } from '../../../contract/admin/dashboard.ts'
import {
  reservationFacts,
  reservationsIn,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { groupBy } from '../../../domain/group-by.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { queuePartOf, type QueuePart } from '../../../domain/queue-part.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { placeName } from '../../components/reservation/reservation-text.ts'
import { withoutDates } from '../reservation-dialog/hide-decided.ts'
import { waitingSince } from '../reservation-dialog/waiting-text.ts'

export type Queued = {
  reservation: Reservation
  /** Other reservations of the same company that day, and of the same member at that time. */
  competing: { company: number; overlapping: number; holds_half: boolean }
  tier: TierFlags | null
}

export type QueuePage = Pick<Dashboard, 'dates' | 'docents' | 'rooms' | 'stats'> &
  Omit<NonNullable<Dashboard['queue']>, 'competing'> & {
    results: Queued[]
    /** On all pages. */
    found: number
  }

export function queueOf(dashboard: Dashboard): QueuePage {
  const { dates, docents, rooms, stats, member_tiers, count } = dashboard
  const { competing, ...counts } = dashboard.queue!
  const rivals = new Map(competing.map(({ id, ...others }) => [id, others]))
  const tiers = new Map(member_tiers.map(({ id, ...tier }) => [id, tier]))
  const results = waitingOf(dashboard).map((reservation) => ({
    reservation,
    competing: rivals.get(reservation.id) ?? { company: 0, overlapping: 0, holds_half: false },
    tier: tiers.get(reservation.user?.id ?? 0) ?? null,
  }))
  return { dates, docents, rooms, stats, ...counts, results, found: count! }
}

/** `date` is null if sorted by waiting time. */
export type QueueGroup = { tours: TourReservation[]; meetings: MeetingReservation[]; date: string | null }

/** Requests that ended since the page was read count as past. */
export function splitPage(page: QueuePage, now: Instant) {
  const inPart = (part: QueuePart) =>
    page.results.filter(({ reservation }) => queuePartOf(reservationFacts(reservation), now) === part)
  const ended = { past: inPart('past'), past_cancellations: inPart('past_cancellations') }
  const dates = [...ended.past, ...ended.past_cancellations].map(
    ({ reservation }) => reservationFacts(reservation).date,
  )
  if (dates.length === 0) return { page, ended }
  const left = {
    results: inPart('coming'),
    coming: page.coming - dates.length,
    past: page.past + ended.past.length,
    past_cancellations: page.past_cancellations + ended.past_cancellations.length,
    days: withoutDates(page.days, dates),
  }
  return { page: { ...page, ...left }, ended }
}

export function groupsOf(page: readonly Queued[], isByWaiting: boolean): QueueGroup[] {
  // Placeholder rows may still have the other order.
  const orderOf = (each: Reservation) => (isByWaiting ? waitingSince(each) : reservationFacts(each).starts_at)
  const reservations = page
    .map(({ reservation }): Reservation => reservation)
    .sort((a, b) => orderOf(a) - orderOf(b) || a.id - b.id)
  const days = groupBy(reservations, (each) => (isByWaiting ? null : reservationFacts(each).date))
  return [...days].map(([date, own]) => ({
    date,
    tours: own.filter((each) => each.type === 'VIP_TOUR'),
    meetings: own.filter((each) => each.type === 'GROUP_MEETING'),
  }))
}

export const reservationsOf = (groups: readonly QueueGroup[]): Reservation[] => groups.flatMap(reservationsIn)

export const competingTexts = ({ overlapping, company, holds_half }: Queued['competing']): string[] => [
  ...(holds_half ? ['이 날 미팅룸 시간의 절반 넘게 예약'] : []),
  ...(overlapping > 0 ? [`겹치는 본인 예약 ${overlapping}건`] : []),
  ...(company > 0 ? [`같은 회사 ${company}건`] : []),
]

/** The fields of `search_key` in schema.sql. */
export function isFound(reservation: Reservation, search: string): boolean {
  const words = searchWords(search)
  if (words.length === 0) return true
  const { user } = reservation
  const visitor: Visitor = reservation.visitor
  const known = [
    ...VISITOR_FIELDS.filter(({ kind }) => kind !== 'count').map(({ field }) => String(visitor[field] ?? '')),
    ...(user ? [user.name, user.company_name, user.phone] : []),
    placeName(reservation),
  ]
  return hasWords(known, words)
}
