import { sql } from 'kysely'
import type {
  DateRange,
  Feedback,
  Statistics,
  PlaceFill,
  Reason,
} from '../../../contract/admin/statistics.ts'
import { fillOf } from '../../../domain/fill-rate.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, STATUSES, type ReservationKind } from '../../../domain/reservation.ts'
import { waitingAge, WAITING_AGES } from '../../../domain/waiting-age.ts'
import type { Db } from '../../database/transaction.ts'
import { findDocents } from '../docents/queries.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { factsOf } from '../reservations/queries.ts'
import { findRooms } from '../rooms/queries.ts'

/** From the first to the last date, both included; open where nothing was asked for. */
const from = ({ start_date }: DateRange) => start_date ?? '1000-01-01'
const until = ({ end_date }: DateRange) => end_date ?? '9999-12-31'

async function findSlots(db: Db, range: DateRange) {
  const rows = await db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select(['s.docent_id', 's.room_id', 's.time', 's.is_locked', 's.reservation_id'])
    .where('d.date', '>=', from(range))
    .where('d.date', '<=', until(range))
    .execute()
  return rows.map(({ reservation_id, time, ...slot }) => ({
    ...slot,
    hour: Number(time.slice(0, 2)),
    is_held: reservation_id !== null,
  }))
}

type Slot = Awaited<ReturnType<typeof findSlots>>[number]

const fillByPlace = (
  places: { id: number; name: string }[],
  slots: Map<number | null, Slot[]>,
): PlaceFill[] => places.map(({ id, name }) => ({ id, name, ...fillOf(slots.get(id) ?? []) }))

const fillByHour = (slots: readonly Slot[]): Statistics['fill']['hours'] =>
  [...Map.groupBy(slots, ({ hour }) => hour)]
    .map(([hour, within]) => ({
      hour,
      tours: fillOf(within.filter(({ docent_id }) => docent_id !== null)),
      meetings: fillOf(within.filter(({ room_id }) => room_id !== null)),
    }))
    .toSorted((a, b) => a.hour - b.hour)

async function findFill(db: Db, range: DateRange): Promise<Statistics['fill']> {
  const [docents, rooms, slots] = await Promise.all([findDocents(db), findRooms(db), findSlots(db, range)])
  return {
    docents: fillByPlace(
      docents,
      Map.groupBy(slots, ({ docent_id }) => docent_id),
    ),
    rooms: fillByPlace(
      rooms,
      Map.groupBy(slots, ({ room_id }) => room_id),
    ),
    hours: fillByHour(slots),
  }
}

async function findOutcomes(db: Db, range: DateRange, now: Instant) {
  const rows = await db
    .selectFrom('reservations')
    .select(['kind', 'status', 'starts_at', 'ends_at', 'created_at'])
    .where('date', '>=', from(range))
    .where('date', '<=', until(range))
    .execute()
  const all = rows.map((row) => ({
    kind: row.kind,
    status: displayedStatus(factsOf(row), now),
    age: waitingAge(row.created_at.getTime(), now),
  }))
  const count = (of: readonly { kind: ReservationKind }[]) => ({
    tours: of.filter(({ kind }) => kind === 'VIP_TOUR').length,
    meetings: of.filter(({ kind }) => kind === 'GROUP_MEETING').length,
  })
  const pending = all.filter(({ status }) => status === 'PENDING')
  return {
    waiting: WAITING_AGES.map((age) => ({ age, ...count(pending.filter((each) => each.age === age)) })),
    outcomes: {
      requested: count(all),
      statuses: STATUSES.map((status) => ({
        status,
        ...count(all.filter((each) => each.status === status)),
      })),
    },
  }
}

const selectAbout = (db: Db, range: DateRange) =>
  db
    .selectFrom('reservations as r')
    .select(['r.id', 'r.kind', 'r.status', 'r.date'])
    .select([
      sql<string>`(select t.time from reservation_slots t where t.reservation_id = r.id
        order by t.position limit 1)`.as('time'),
      sql<string>`r.place ->> 'name'`.as('place'),
      sql<string>`r.visitor ->> 'company'`.as('company'),
      sql<string>`r.visitor ->> 'name'`.as('name'),
      // How many there are, beside each of those that are shown.
      sql<string>`count(*) over ()`.as('count'),
    ])
    .where('r.date', '>=', from(range))
    .where('r.date', '<=', until(range))

type About = Awaited<ReturnType<ReturnType<typeof selectAbout>['execute']>>[number]

const aboutOf = ({ id, kind, date, time, place, company, name }: About, at: Date) => ({
  id,
  type: kind,
  date,
  time,
  place,
  company,
  name,
  at: isoInMadrid(at.getTime()),
})

const counted = <T>(rows: readonly { count: string }[], results: T[]) => ({
  count: Number(rows[0]?.count ?? 0),
  results,
})

/** The rejections and cancellations with their reasons, the latest first. `max` null: all of them. */
async function findReasons(db: Db, range: DateRange, max: number | null) {
  const rows = await selectAbout(db, range)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('reservation_history as h')
          .select('h.at')
          .whereRef('h.reservation_id', '=', 'r.id')
          .whereRef('h.to_status', '=', 'r.status')
          .whereRef('h.from_status', '<>', 'h.to_status')
          .orderBy('h.id', 'desc')
          .limit(1)
          .as('move'),
      (join) => join.onTrue(),
    )
    .select(['move.at', 'r.cancel_note'])
    .where('r.status', 'in', ['REJECTED', 'CANCELLED'])
    .orderBy('move.at', 'desc')
    .orderBy('r.id', 'desc')
    .$if(max !== null, (query) => query.limit(max!))
    .execute()
  return counted(
    rows,
    rows.map((row) => ({
      ...aboutOf(row, row.at),
      status: row.status as Reason['status'],
      reason: row.cancel_note,
    })),
  )
}

/** The members' feedback on their meetings, the latest first. `max` null: all of it. */
async function findFeedback(db: Db, range: DateRange, max: number | null) {
  const rows = await selectAbout(db, range)
    .select((eb) => [
      'r.feedback',
      sql<string>`r.visitor ->> 'title'`.as('title'),
      eb
        .selectFrom('reservation_history as h')
        .select('h.at')
        .whereRef('h.reservation_id', '=', 'r.id')
        .where('h.action', '=', 'feedback')
        .orderBy('h.id', 'desc')
        .limit(1)
        .as('said_at'),
    ])
    .select('r.updated_at')
    .where('r.feedback', 'is not', null)
    .orderBy('said_at', (order) => order.desc().nullsLast())
    .orderBy('r.id', 'desc')
    .$if(max !== null, (query) => query.limit(max!))
    .execute()
  return counted(
    rows,
    rows.map((row): Feedback => ({
      ...aboutOf(row, row.said_at ?? row.updated_at),
      title: row.title,
      feedback: row.feedback!,
    })),
  )
}

/** As many reasons and feedback as one reads on a screen; a file has all. */
const MAX_SHOWN = 50

/** The figures of these dates as they are at `now`. */
export async function findStatistics(
  db: Db,
  range: DateRange,
  now: Instant,
  max: number | null = MAX_SHOWN,
): Promise<Statistics> {
  const [dates, fill, outcomes, reasons, feedback] = await Promise.all([
    findEventDates(db),
    findFill(db, range),
    findOutcomes(db, range, now),
    findReasons(db, range, max),
    findFeedback(db, range, max),
  ])
  return { event_dates: dates.map(({ date }) => date), fill, ...outcomes, reasons, feedback }
}
