import { sql } from 'kysely'
import type { DateRange, PlaceFill, Statistics } from '../../../contract/admin/statistics.ts'
import { fillOf, occupancyByHour } from '../../../domain/fill-rate.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { STATUSES, type ReservationKind, type Status } from '../../../domain/reservation.ts'
import { waitingAge, WAITING_AGES } from '../../../domain/waiting-age.ts'
import type { Db } from '../../database/transaction.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { countArrivals } from '../reservations/arriving/queries.ts'
import { countReservations } from '../reservations/listing/queries.ts'
import { findFeedback, findReasons, fromDate, reasonOf, untilDate } from '../reservations/feedback/queries.ts'

type ByKind = { kind: ReservationKind; count: number }

export const byType = (of: readonly ByKind[]) => {
  const sum = (wanted: ReservationKind) =>
    of.filter(({ kind }) => kind === wanted).reduce((all, { count }) => all + count, 0)
  return { tours: sum('VIP_TOUR'), meetings: sum('GROUP_MEETING') }
}

export const outcomesOf = (all: readonly (ByKind & { status: Status })[]): Statistics['outcomes'] => ({
  requested: byType(all),
  statuses: STATUSES.map((status) => ({ status, ...byType(all.filter((each) => each.status === status)) })),
})

const HOUR = 3_600_000

async function findWaiting(db: Db, range: DateRange, now: Instant): Promise<Statistics['waiting']> {
  const rows = await db
    .selectFrom('reservations')
    .select(['kind', sql<string>`count(*)`.as('count')])
    // Grouped by whole hours.
    .select(sql<string>`floor(extract(epoch from ${new Date(now)} - created_at) / 3600)`.as('hours'))
    // A literal, so that the partial index applies.
    .where('status', '=', sql.lit('PENDING'))
    .where('ends_at', '>', new Date(now))
    .where('date', '>=', fromDate(range))
    .where('date', '<=', untilDate(range))
    .groupBy(['kind', sql`3`])
    .execute()
  const pending = rows.map(({ kind, count, hours }) => ({
    kind,
    count: Number(count),
    age: waitingAge(now - Number(hours) * HOUR, now),
  }))
  return WAITING_AGES.map((age) => ({ age, ...byType(pending.filter((each) => each.age === age)) }))
}

/** Inclusive; without a bound, open. */
type Dates = { from?: string | undefined; until?: string | undefined }

/** Whether a held slot is also locked does not matter here. */
const byState = <Group extends { slots: number; held: number; locked: number }>(group: Group) => [
  { ...group, is_held: true, is_locked: false, count: group.held },
  { ...group, is_held: false, is_locked: true, count: group.locked },
  { ...group, is_held: false, is_locked: false, count: group.slots - group.held - group.locked },
]

/** Counts in one pass by day and kind, by place and hour, and by kind and time. */
export async function countSlots(db: Db, { from, until }: Dates) {
  const rows = await db
    .selectFrom('slots as s')
    .select(['s.event_date_id', 's.docent_id', 's.room_id'])
    .select([
      sql<boolean>`s.docent_id is not null`.as('is_tour'),
      's.time',
      's.end_time',
      sql<string | null>`left(s.time, 2)`.as('hour'),
      sql<number>`count(*)::int`.as('slots'),
      sql<number>`count(s.reservation_id)::int`.as('held'),
      sql<number>`count(*) filter (where s.is_locked and s.reservation_id is null)::int`.as('locked'),
    ])
    .$if(from !== undefined || until !== undefined, (query) =>
      query.where('s.event_date_id', 'in', (eb) =>
        eb
          .selectFrom('event_dates')
          .select('id')
          .where(sql<boolean>`date between ${from ?? '-infinity'} and ${until ?? 'infinity'}`),
      ),
    )
    .groupBy(
      sql`grouping sets ((s.event_date_id, s.docent_id is not null), (s.docent_id, s.room_id, left(s.time, 2)),
        (s.docent_id is not null, s.time, s.end_time))`,
    )
    .execute()
  const counts = rows.flatMap(byState)
  return {
    ofDays: counts.filter(({ event_date_id }) => event_date_id !== null),
    ofTimes: counts.filter(({ time }) => time !== null),
    ofPlaces: counts.flatMap((row) => (row.hour === null ? [] : [{ ...row, hour: Number(row.hour) }])),
  }
}

type Counts = Awaited<ReturnType<typeof countSlots>>
type Slots = Counts['ofPlaces'][number]

const fillByPlace = (places: Places, slots: Map<number | null, Slots[]>): PlaceFill[] =>
  places.map(({ id, name }) => ({ id, name, ...fillOf(slots.get(id) ?? []) }))

const fillByHour = (slots: readonly Slots[]): Statistics['fill']['hours'] =>
  [...Map.groupBy(slots, ({ hour }) => hour)]
    .map(([hour, within]) => ({
      hour,
      tours: fillOf(within.filter(({ docent_id }) => docent_id !== null)),
      meetings: fillOf(within.filter(({ room_id }) => room_id !== null)),
    }))
    .toSorted((a, b) => a.hour - b.hour)

type Places = { id: number; name: string }[]

export function fillOfPlaces(
  docents: Places,
  rooms: Places,
  { ofPlaces: slots, ofTimes }: Counts,
): Statistics['fill'] {
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
    minutes: occupancyByHour(
      ofTimes.filter(({ is_tour }) => is_tour),
      ofTimes.filter(({ is_tour }) => !is_tour),
    ),
  }
}

async function findFill(db: Db, range: DateRange): Promise<Pick<Statistics, 'event_dates' | 'fill'>> {
  const counts = await countSlots(db, { from: range.start_date, until: range.end_date })
  const dates = await findEventDates(db)
  const named = (places: 'docents' | 'rooms') =>
    db.selectFrom(places).select(['id', 'name']).orderBy('id').execute()
  return {
    event_dates: dates.map(({ date }) => date),
    fill: fillOfPlaces(await named('docents'), await named('rooms'), counts),
  }
}

/** As many reasons and comments as one reads on a screen; a file has all. */
const MAX_SHOWN = 50

async function findCourse(db: Db, range: DateRange, now: Instant) {
  const dates = { from: fromDate(range), until: untilDate(range) }
  const counts = await countReservations(db, { statuses: STATUSES, ...dates }, now)
  const outcomes = outcomesOf(counts)
  const off = outcomes.statuses.filter(({ status }) => status === 'REJECTED' || status === 'CANCELLED')
  const reasons = await findReasons(db, range, { max: MAX_SHOWN })
  return {
    outcomes,
    arrivals: await countArrivals(db, dates, async () => counts, now),
    reasons: {
      count: off.reduce((sum, { tours, meetings }) => sum + tours + meetings, 0),
      results: reasons.map(reasonOf),
    },
    feedback: await findFeedback(db, range, MAX_SHOWN),
  }
}

export async function findStatistics(db: Db, range: DateRange, now: Instant): Promise<Statistics> {
  const [fill, waiting, course] = await Promise.all([
    findFill(db, range),
    findWaiting(db, range, now),
    findCourse(db, range, now),
  ])
  return { as_of: isoInMadrid(now), ...fill, waiting, ...course }
}
