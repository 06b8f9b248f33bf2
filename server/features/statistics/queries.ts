import { sql, type Selectable } from 'kysely'
import type { DateRange, PlaceFill, Statistics } from '../../../contract/admin/statistics.ts'
import { fillOf, occupancyByHour } from '../../../domain/fill-rate.ts'
import { HOUR, isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { STATUSES, type ReservationKind, type Status } from '../../../domain/reservation.ts'
import { waitingAge, WAITING_AGES } from '../../../domain/waiting-age.ts'
import type { Database } from '../../database/schema.ts'
import type { Db } from '../../database/transaction.ts'
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

async function findWaiting(db: Db, range: DateRange, now: Instant): Promise<Statistics['waiting']> {
  const { rows } = await sql<ByKind & { hours: number }>`
    select kind, count(*)::int, floor(extract(epoch from ${new Date(now)} - created_at) / 3600)::int as hours
    from reservations where status = 'PENDING' and ends_at > ${new Date(now)}
      and date between ${fromDate(range)} and ${untilDate(range)}
    group by kind, hours`.execute(db)
  const pending = rows.map(({ hours, ...row }) => ({ ...row, age: waitingAge(now - hours * HOUR, now) }))
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

type SlotCount = Pick<
  Selectable<Database['slots']>,
  'event_date_id' | 'docent_id' | 'room_id' | 'time' | 'end_time'
> & {
  is_tour: boolean
  hour: string | null
} & Record<'slots' | 'held' | 'locked', number>

/** Counts in one pass by day and kind, by place and hour, and by kind and time. */
export async function countSlots(db: Db, { from, until }: Dates) {
  const { rows } = await sql<SlotCount>`
    select s.event_date_id, s.docent_id, s.room_id, s.docent_id is not null as is_tour, s.time, s.end_time,
      left(s.time, 2) as hour, count(*)::int as slots, count(s.reservation_id)::int as held,
      count(*) filter (where s.is_locked and s.reservation_id is null)::int as locked
    from slots s join event_dates d on d.id = s.event_date_id
    where d.date between ${from ?? '-infinity'} and ${until ?? 'infinity'}
    group by grouping sets ((s.event_date_id, s.docent_id is not null), (s.docent_id, s.room_id, left(s.time, 2)),
      (s.docent_id is not null, s.time, s.end_time))`.execute(db)
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

async function findCountedDates(db: Db): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date from event_dates union select date from reservations order by date`.execute(db)
  return rows.map(({ date }) => date)
}

async function findFill(db: Db, range: DateRange): Promise<Pick<Statistics, 'event_dates' | 'fill'>> {
  const counts = await countSlots(db, { from: range.start_date, until: range.end_date })
  const named = (places: 'docents' | 'rooms') =>
    db.selectFrom(places).select(['id', 'name']).orderBy('id').execute()
  return {
    event_dates: await findCountedDates(db),
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
