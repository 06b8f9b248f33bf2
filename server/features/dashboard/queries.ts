import type { Dashboard, DashboardStats, ReservationsByDate } from '../../../contract/admin/dashboard.ts'
import { reservationFacts, type Reservation, type ReservationLists } from '../../../contract/reservation.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import {
  displayedStatus,
  takesPlace,
  type ReservationFacts,
  type Status,
} from '../../../domain/reservation.ts'
import type { Db } from '../../database/transaction.ts'
import { findDocents } from '../docents/queries.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { factsOf, findAllReservations } from '../reservations/queries.ts'
import { findRooms } from '../rooms/queries.ts'

type Dated = ReservationFacts & { date: string }

/** Counts by displayed status: waiting, cancellation requests and ended of all dates, and what takes place today. */
function countStats(reservations: readonly Dated[], now: Instant): DashboardStats {
  const today = madridDate(now)
  const count = (kind: Dated['kind'], holds: (status: Status, date: string) => boolean) =>
    reservations.filter((r) => r.kind === kind && holds(displayedStatus(r, now), r.date)).length
  const isToday = (status: Status, date: string) => date === today && takesPlace(status)
  return {
    pending_tours: count('VIP_TOUR', (status) => status === 'PENDING'),
    pending_meetings: count('GROUP_MEETING', (status) => status === 'PENDING'),
    cancel_requested_tours: count('VIP_TOUR', (status) => status === 'CANCEL_REQUESTED'),
    cancel_requested_meetings: count('GROUP_MEETING', (status) => status === 'CANCEL_REQUESTED'),
    today_tours: count('VIP_TOUR', isToday),
    today_meetings: count('GROUP_MEETING', isToday),
    completed_tours: count('VIP_TOUR', (status) => status === 'COMPLETED'),
    completed_meetings: count('GROUP_MEETING', (status) => status === 'COMPLETED'),
  }
}

/** The counters alone. */
export async function findStats(db: Db, now: Instant): Promise<DashboardStats> {
  const rows = await db
    .selectFrom('reservations')
    .select(['kind', 'status', 'starts_at', 'ends_at', 'date'])
    .execute()
  return countStats(
    rows.map((row) => ({ ...factsOf(row), date: row.date })),
    now,
  )
}

function groupByDate(lists: ReservationLists, wanted: Status): ReservationsByDate {
  const byDate = <One extends Reservation>(list: readonly One[]) =>
    Map.groupBy(
      list.filter(({ status }) => status === wanted),
      (one) => reservationFacts(one).date,
    )
  const [tours, meetings] = [byDate(lists.tours), byDate(lists.meetings)]
  return [...new Set([...tours.keys(), ...meetings.keys()])]
    .toSorted()
    .map((date) => ({ date, tours: tours.get(date) ?? [], meetings: meetings.get(date) ?? [] }))
}

/** The members above the normal tier of whom a request, or a request to cancel, waits for an answer. */
const findTiersOfWaiting = (db: Db) =>
  db
    .selectFrom('members as m')
    .select(['m.id', 'm.is_vip', 'm.is_vvip'])
    .where('m.is_vip', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('reservations as r')
          .select('r.id')
          .whereRef('r.member_id', '=', 'm.id')
          .where('r.status', 'in', ['PENDING', 'CANCEL_REQUESTED']),
      ),
    )
    .orderBy('m.id')
    .execute()

/** Everything that the administrator's first screen shows, reservations by displayed status and date. */
export async function findDashboard(db: Db, now: Instant): Promise<Dashboard> {
  const [dates, docents, rooms, member_tiers, lists] = await Promise.all([
    findEventDates(db),
    findDocents(db),
    findRooms(db),
    findTiersOfWaiting(db),
    findAllReservations(db, now),
  ])
  return {
    dates,
    docents,
    rooms,
    member_tiers,
    stats: countStats([...lists.tours, ...lists.meetings].map(reservationFacts), now),
    reservations: {
      pending: groupByDate(lists, 'PENDING'),
      cancel_requested: groupByDate(lists, 'CANCEL_REQUESTED'),
      approved: groupByDate(lists, 'APPROVED'),
      completed: groupByDate(lists, 'COMPLETED'),
      rejected: groupByDate(lists, 'REJECTED'),
      cancelled: groupByDate(lists, 'CANCELLED'),
    },
  }
}
