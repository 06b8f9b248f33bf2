import { sql } from 'kysely'
import type { Arrival } from '../../../../contract/admin/arrivals.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { isNoShow } from '../../../../domain/arrival.ts'
import { isoInMadrid, madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { dateToShow } from '../../../../domain/event-date.ts'
import { STATUSES, takesPlace } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { findEventDates } from '../../event-dates/queries.ts'
import { factsOf, isDisplayedAs, selectReservations, toWire } from '../queries.ts'

/** Whether arrivals are marked at all. */
export const areArrivalsOn = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('arrivals').executeTakeFirstOrThrow()).arrivals

/** Refuses with `arrivals_off` where nobody marks arrivals. */
export async function refuseWhileOff(db: Db): Promise<void> {
  if (!(await areArrivalsOn(db))) throw new AppError('arrivals_off')
}

/** The name of the one that marked the arrival that counts. */
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
    user: { id: user.id, name: user.name, company_name: user.company_name, phone: user.phone },
    is_vip: row.is_vip ?? false,
    is_vvip: row.is_vvip ?? false,
    arrival_code,
    arrived_at,
    arrived_by: row.arrived_by,
  }
}

/** Everything that takes place on a date, by its time; of today where none is asked for, or of the date nearest to it. */
export async function findArrivals(db: Db, asked: string | undefined, now: Instant) {
  await refuseWhileOff(db)
  const dates = (await findEventDates(db)).map(({ date }) => date)
  const date = dateToShow(dates, madridDate(now), asked)
  const rows =
    date === undefined
      ? []
      : await selectArrivals(db)
          .where('r.date', '=', date)
          .where(isDisplayedAs(STATUSES.filter(takesPlace), now))
          .orderBy('r.starts_at')
          .orderBy('r.id')
          .execute()
  return { date: date ?? null, dates, arrivals: rows.map((row) => arrivalOf(row, now)) }
}

/** The reservation of a code, whatever its status. */
export async function findByCode(db: Db, code: string, now: Instant): Promise<Arrival | null> {
  const row = await selectArrivals(db).where('r.arrival_code', '=', code).executeTakeFirst()
  return row ? arrivalOf(row, now) : null
}

/** A reservation as the desk sees it. It must exist. */
export const getArrival = async (db: Db, id: number, now: Instant): Promise<Arrival> =>
  arrivalOf(await selectArrivals(db).where('r.id', '=', id).executeTakeFirstOrThrow(), now)

/** The dates on which arrivals were marked at all. */
export async function findMarkedDates(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reservations')
    .select('date')
    .distinct()
    .where('arrived_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ date }) => date))
}

type Range = { from: string; until: string }

/** How many came and how many did not, by date, of the dates on which arrivals were marked. */
export async function countArrivals(db: Db, { from, until }: Range, now: Instant) {
  const [marked, groups] = await Promise.all([
    findMarkedDates(db),
    db
      .selectFrom('reservations as r')
      .select(['r.date', 'r.kind', 'r.status'])
      .select([
        sql<boolean>`r.arrived_at is not null`.as('has_arrived'),
        // A rule of the domain asks for moments; one of each group stands for all of it.
        sql<Date>`min(r.starts_at)`.as('starts_at'),
        sql<Date>`min(r.ends_at)`.as('ends_at'),
        sql<Date | null>`min(r.ended_at)`.as('ended_at'),
        sql<string>`count(*)`.as('count'),
      ])
      .where('r.date', '>=', from)
      .where('r.date', '<=', until)
      .where('r.date', 'in', (dates) =>
        dates.selectFrom('reservations').select('date').where('arrived_at', 'is not', null),
      )
      .groupBy(['r.date', 'r.kind', 'r.status', sql`4`])
      .groupBy([sql`r.ends_at <= ${new Date(now)}`, sql`r.ended_at is null`, sql`r.ended_at < r.starts_at`])
      .orderBy('r.date')
      .execute(),
  ])
  const judged = groups.map(({ has_arrived, ended_at, count, ...row }) => {
    const facts = { ...factsOf(row), arrived_at: has_arrived ? now : null }
    const missed = isNoShow({ ...facts, ended_at: ended_at && ended_at.getTime() }, marked.has(row.date), now)
    const came = has_arrived && takesPlace(row.status)
    return { ...row, came: came ? Number(count) : 0, missed: missed ? Number(count) : 0 }
  })
  const sum = (date: string, kind: string, what: 'came' | 'missed') =>
    judged.filter((row) => row.date === date && row.kind === kind).reduce((all, row) => all + row[what], 0)
  return [...new Set(judged.map(({ date }) => date))].map((date) => ({
    date,
    arrived: { tours: sum(date, 'VIP_TOUR', 'came'), meetings: sum(date, 'GROUP_MEETING', 'came') },
    no_shows: { tours: sum(date, 'VIP_TOUR', 'missed'), meetings: sum(date, 'GROUP_MEETING', 'missed') },
  }))
}
