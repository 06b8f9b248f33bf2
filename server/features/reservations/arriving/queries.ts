import { sql } from 'kysely'
import type { Arrival } from '../../../../contract/admin/arrivals.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { areNoShowsKnown, isNoShow } from '../../../../domain/arrival.ts'
import { isoInMadrid, madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { dateToShow } from '../../../../domain/event-date.ts'
import { STATUSES, takesPlace, TAKING_PLACE, type ReservationKind } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { findDates } from '../../event-dates/queries.ts'
import { isDisplayedAs, isNotCalledOff, selectReservations, toWire } from '../queries.ts'
import { asDisplayed, countReservations, type ReservationCount } from '../listing/queries.ts'

export const areArrivalsOn = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('arrivals').executeTakeFirstOrThrow()).arrivals

export async function refuseWhileOff(db: Db) {
  if (!(await areArrivalsOn(db))) throw new AppError('arrivals_off')
}

const ARRIVED_BY = sql<string | null>`case when r.arrived_at is not null then (
  select h.actor from reservation_history h
  where h.reservation_id = r.id and h.action = 'arrive' order by h.id desc limit 1) end`

const selectArrivals = (db: Db) =>
  selectReservations(db)
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.is_vip', 'm.is_vvip', ARRIVED_BY.as('arrived_by')])

type Row = Awaited<ReturnType<ReturnType<typeof selectArrivals>['execute']>>[number]

const whereIn = (reservation: Reservation) => {
  if (reservation.type === 'VIP_TOUR') {
    const { docent } = reservation.available_tour
    return { place: docent.name, where: docent.start_point }
  }
  return { place: reservation.room.name, where: `${reservation.room.floor}층` }
}

function arrivalOf(row: Row, now: Instant): Arrival {
  const reservation = toWire(row, 'admin', now)
  const { id, type, status, visitor, note, arrived_at, arrival_code, user } = reservation
  const { name, company, phone, count } = visitor
  return {
    id,
    type,
    status,
    date: row.date,
    start_time: row.times[0]!.time,
    end_time: row.times.at(-1)!.end_time,
    starts_at: isoInMadrid(row.starts_at.getTime()),
    ends_at: isoInMadrid(row.ends_at.getTime()),
    ...whereIn(reservation),
    title: 'title' in visitor ? visitor.title : null,
    name,
    company,
    phone,
    count,
    note,
    user: user && { id: user.id, name: user.name, company_name: user.company_name, phone: user.phone },
    is_vip: row.is_vip ?? false,
    is_vvip: row.is_vvip ?? false,
    arrival_code,
    arrived_at,
    arrived_by: row.arrived_by,
  }
}

/** Without a date: today's reservations, or those of the event date nearest to today. */
export async function findArrivals(db: Db, asked: string | undefined, now: Instant) {
  await refuseWhileOff(db)
  const dates = await findDates(db)
  const date = dateToShow(dates, madridDate(now), asked)
  const rows =
    date === undefined
      ? []
      : await selectArrivals(db)
          .where('r.date', '=', date)
          .where(isDisplayedAs(TAKING_PLACE, now))
          .where(isNotCalledOff)
          .orderBy('r.starts_at')
          .orderBy('r.id')
          .execute()
  return { date: date ?? null, dates, arrivals: rows.map((row) => arrivalOf(row, now)) }
}

export async function findByCode(db: Db, code: string, now: Instant): Promise<Arrival | null> {
  const row = await selectArrivals(db).where('r.arrival_code', '=', code).executeTakeFirst()
  return row ? arrivalOf(row, now) : null
}

export const getArrival = async (db: Db, id: number, now: Instant): Promise<Arrival> =>
  arrivalOf(await selectArrivals(db).where('r.id', '=', id).executeTakeFirstOrThrow(), now)

type Range = { from: string; until: string }

/** Served by an index alone. */
async function countExceptions(db: Db, { from, until }: Range, now: Instant) {
  const { rows } = await sql<ReservationCount & { has_arrived: boolean; over: number }>`
    select date, kind, status, arrived_at is not null as has_arrived, count(*)::int as count,
      count(*) filter (where ends_at <= ${new Date(now)})::int as over
    from reservations where (arrived_at is not null or ended_at < starts_at) and date between ${from} and ${until}
    group by date, kind, status, has_arrived order by date`.execute(db)
  return rows.flatMap(({ date, has_arrived, ...row }) =>
    asDisplayed(row, now).map((each) => ({ date, has_arrived, ...each })),
  )
}

const countOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

/** Dates with marked arrivals only. */
export async function countArrivals(
  db: Db,
  range: Range,
  countAll: () => Promise<readonly ReservationCount[]>,
  now: Instant,
) {
  const exceptions = await countExceptions(db, range, now)
  const marked = new Set(exceptions.flatMap(({ has_arrived, date }) => (has_arrived ? [date] : [])))
  if (marked.size === 0) return []
  const all = await countAll()
  const isOver = ({ kind, status }: ReservationCount) =>
    isNoShow({ kind, status, starts_at: now, ends_at: now + 1, arrived_at: null, ended_at: null }, true, now)
  return [...marked].map((date) => {
    const count = (wanted: ReservationKind) => {
      const isWanted = (each: ReservationCount) => each.date === date && each.kind === wanted
      const isMissed = (each: ReservationCount) => isWanted(each) && isOver(each)
      const arrived = countOf(
        exceptions.filter((each) => isWanted(each) && each.has_arrived && takesPlace(each.status)),
      )
      const missed = countOf(all.filter(isMissed)) - countOf(exceptions.filter(isMissed))
      return { arrived, no_shows: areNoShowsKnown(arrived, missed) ? missed : null }
    }
    const [tours, meetings] = [count('VIP_TOUR'), count('GROUP_MEETING')]
    return {
      date,
      arrived: { tours: tours.arrived, meetings: meetings.arrived },
      no_shows: { tours: tours.no_shows, meetings: meetings.no_shows },
    }
  })
}

/** Dates with a kind, such as `2026-11-20 VIP_TOUR`. */
export async function findKnownNoShows(db: Db, now: Instant): Promise<Set<string>> {
  const countAll = () => countReservations(db, { statuses: STATUSES }, now)
  const days = await countArrivals(db, { from: '-infinity', until: 'infinity' }, countAll, now)
  const tours = days.filter(({ no_shows }) => no_shows.tours !== null)
  const meetings = days.filter(({ no_shows }) => no_shows.meetings !== null)
  return new Set([
    ...tours.map(({ date }) => `${date} VIP_TOUR`),
    ...meetings.map(({ date }) => `${date} GROUP_MEETING`),
  ])
}

/** Undefined for a deleted account. */
export const nameOf = async (db: Db, admin_id: number): Promise<string | undefined> =>
  (await db.selectFrom('admins').select('name').where('id', '=', admin_id).executeTakeFirst())?.name
