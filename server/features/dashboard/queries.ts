import { sql } from 'kysely'
import type { Dashboard, DashboardStats } from '../../../contract/admin/dashboard.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { statusesIn } from '../../../domain/reservation-filter.ts'
import { STATUSES, takesPlace, type ReservationKind, type Status } from '../../../domain/reservation.ts'
import type { Db, Tx } from '../../database/transaction.ts'
import { atOneMoment, jsonItems, jsonObject, StreamedAnswer } from '../../http/streamed-answer.ts'
import { findDocents, findRooms } from '../places/queries.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { pieceLists, countReservations, type ReservationCount } from '../reservations/listing/queries.ts'
import { findQueue, type Asked } from '../reservations/queue/queries.ts'

/** Today's visits, but requests and ended reservations of all dates. */
function statsOf(groups: readonly ReservationCount[], now: Instant): DashboardStats {
  const today = madridDate(now)
  const count = (kind: ReservationKind, holds: (status: Status, date: string) => boolean) =>
    groups
      .filter((group) => group.kind === kind && holds(group.status, group.date))
      .reduce((sum, group) => sum + group.count, 0)
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

export const findStats = async (db: Db, now: Instant): Promise<DashboardStats> =>
  statsOf(await countReservations(db, { statuses: statusesIn('active') }, now), now)

/** The members above the normal tier whose request or cancellation request is waiting. */
const findTiersOfWaiting = (db: Db) =>
  db
    .selectFrom('members as m')
    .select(['m.id', 'm.is_vip', 'm.is_vvip'])
    .where('m.is_vip', '=', true)
    .where(
      sql<boolean>`exists (
        select from reservations r where r.member_id = m.id and r.status in ('PENDING', 'CANCEL_REQUESTED'))`,
    )
    .orderBy('m.id')
    .execute()

export async function findDashboardPage(tx: Tx, asked: Asked, now: Instant): Promise<Dashboard> {
  const [dates, docents, rooms, groups, { waiting, queue, ...page }] = await Promise.all([
    findEventDates(tx),
    findDocents(tx),
    findRooms(tx),
    countReservations(tx, { statuses: statusesIn('active') }, now),
    findQueue(tx, asked, now),
  ])
  return {
    ...page,
    dates,
    docents,
    rooms,
    stats: statsOf(groups, now),
    reservations: { ...waiting, approved: [], completed: [], rejected: [], cancelled: [] },
    queue: { ...queue, has_reservations: groups.length > 0 },
  }
}

/** The dashboard of the public API: reservations by displayed status and date. */
export const findDashboard = (db: Db, now: Instant) =>
  new StreamedAnswer<Dashboard>(atOneMoment(db, (tx) => pieceDashboard(tx, now)))

async function* pieceDashboard(tx: Tx, now: Instant): AsyncGenerator<string> {
  const [dates, docents, rooms, member_tiers, groups] = [
    await findEventDates(tx),
    await findDocents(tx),
    await findRooms(tx),
    await findTiersOfWaiting(tx),
    await countReservations(tx, { statuses: STATUSES }, now),
  ]
  const listOf = (status: Status) => jsonItems(pieceDays(tx, status, groups, now))
  yield* jsonObject({
    dates,
    docents,
    rooms,
    member_tiers,
    stats: statsOf(groups, now),
    reservations: jsonObject({
      pending: listOf('PENDING'),
      cancel_requested: listOf('CANCEL_REQUESTED'),
      approved: listOf('APPROVED'),
      completed: listOf('COMPLETED'),
      rejected: listOf('REJECTED'),
      cancelled: listOf('CANCELLED'),
    }),
  })
}

/** Streamed, so that a large day is never in memory as a whole. */
function* pieceDays(tx: Tx, status: Status, groups: readonly ReservationCount[], now: Instant) {
  const days = Map.groupBy(
    groups.filter((group) => group.status === status),
    ({ date }) => date,
  )
  for (const [date, kinds] of days) {
    const [first] = kinds
    const type = kinds.every(({ kind }) => kind === first!.kind) ? first!.kind : undefined
    yield jsonObject({ date, ...pieceLists(tx, { date, status, type }, now) })
  }
}
