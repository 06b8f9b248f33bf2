import { sql, type RawBuilder } from 'kysely'
import type { Impact } from '../../../contract/admin/deletion.ts'
import {
  STATUS_TEXT,
  type MeetingReservation,
  type Reservation,
  type ReservationLists,
  type TourReservation,
} from '../../../contract/reservation.ts'
import {
  MINUTE,
  exactIsoInMadrid,
  isoInMadrid,
  madridEnd,
  madridTime,
  type Instant,
} from '../../../domain/madrid-time.ts'
import {
  canCancel,
  displayedStatus,
  isAwaited,
  STATUSES,
  type Actor,
  type ReservationFacts,
  type ReservationKind,
  type Status,
  isPastRequest,
} from '../../../domain/reservation.ts'
import { anyOf, idsOf, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

/** The service itself, with the name that histories show to administrators. */
export type Service = { kind: 'service'; name: string }
export const SERVICE: Service = { kind: 'service', name: '서비스' }

type SlotTime = { slot_id: number | null; time: string; end_time: string; duration: number }

export const SHOWN_CODE = sql<
  string | null
>`case when (select arrivals from settings) then r.arrival_code end`

/** Times in milliseconds. */
export type ReplacedRow = {
  id: number
  kind: ReservationKind
  status: Status
  date: string
  starts_at: Instant
  ends_at: Instant
  place: string
}

/** From a reservation `o`. */
export const replacedRow = sql`select json_build_object('id', o.id, 'kind', o.kind, 'status', o.status, 'date', o.date,
  'starts_at', extract(epoch from o.starts_at) * 1000, 'ends_at', extract(epoch from o.ends_at) * 1000,
  'place', o.place ->> 'name') from reservations o`

/** Without generated columns, which are as long as all others. */
const COLUMNS = [
  'r.id',
  'r.kind',
  'r.status',
  'r.version',
  'r.member_id',
  'r.docent_id',
  'r.room_id',
  'r.event_date_id',
  'r.date',
  'r.starts_at',
  'r.ends_at',
  'r.place',
  'r.visitor',
  'r.member',
  'r.note',
  'r.feedback',
  'r.cancel_note',
  'r.created_at',
  'r.updated_at',
  'r.ended_at',
  'r.arrived_at',
] as const

/** Not updated_at, which an edit changes. */
const CANCEL_REQUESTED_AT = sql<Date | null>`case when r.status = 'CANCEL_REQUESTED' then (
  select h.at from reservation_history h
  where h.reservation_id = r.id and h.action = 'request_cancellation' order by h.id desc limit 1) end`

export const WAITS_SINCE = sql<Date>`coalesce(${CANCEL_REQUESTED_AT}, r.created_at)`

export const selectReservations = (db: Db) =>
  db
    .selectFrom('reservations as r')
    .select(COLUMNS)
    .select(
      sql<SlotTime[]>`(
        select json_agg(json_build_object(
          'slot_id', t.slot_id, 'time', t.time, 'end_time', t.end_time, 'duration', t.duration) order by t.position)
        from reservation_slots t where t.reservation_id = r.id)`.as('times'),
    )
    .select(CANCEL_REQUESTED_AT.as('cancel_requested_at'))
    .select(
      // The latest refusal; such a request always left a note.
      sql<{
        at: string
        reason: string | null
      } | null>`case when r.status = 'APPROVED' and r.cancel_note is not null
        then (
          select json_build_object('at', h.at, 'reason', h.reason) from reservation_history h
          where h.reservation_id = r.id and h.action = 'reject_cancellation' order by h.id desc limit 1) end`.as(
        'cancellation_refused',
      ),
    )
    .select(SHOWN_CODE.as('shown_code'))
    .select('r.replaces_id')
    .select(sql<ReplacedRow | null>`(${replacedRow} where o.id = r.replaces_id)`.as('replaces'))

type Row = Awaited<ReturnType<ReturnType<typeof selectReservations>['execute']>>[number]
export type NewReservation = Omit<
  Row,
  'times' | 'cancel_requested_at' | 'cancellation_refused' | 'shown_code' | 'arrived_at' | 'replaces'
>

const selectLocked = (tx: Db) =>
  selectReservations(tx)
    .innerJoin('settings', (join) => join.onTrue())
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.email', 'event_name', 'contact_email'])
    .select(sql<number>`(select seen.version from reservations seen where seen.id = r.id)`.as('seen_version'))
    .orderBy('r.id')
    .forUpdate('r')

export type LockedReservation = Awaited<ReturnType<ReturnType<typeof selectLocked>['execute']>>[number]

/** The approval of a change also cancels what it replaces, whose id is lower. */
const withReplaced = (ids: readonly number[]) =>
  sql<number>`(select unnest(${ids}::int[]) union all
    select replaces_id from reservations where id = ${anyOf(ids)} and status = 'PENDING')`

/** After a lock wait, joined rows are from before the wait: read again. */
async function lockAndRead(lock: () => Promise<LockedReservation[]>): Promise<LockedReservation[]> {
  const found = await lock()
  return found.every(({ version, seen_version }) => version === seen_version) ? found : lock()
}

export async function lockReservation(
  tx: Tx,
  { id, kind, member_id }: { id: number; kind?: ReservationKind; member_id?: number },
): Promise<LockedReservation | undefined> {
  const locked = await lockAndRead(() =>
    selectLocked(tx)
      .where('r.id', 'in', withReplaced([id]))
      .$if(kind !== undefined, (query) => query.where('r.kind', '=', kind!))
      .$if(member_id !== undefined, (query) => query.where('r.member_id', '=', member_id!))
      .execute(),
  )
  return locked.find((row) => row.id === id)
}

export async function lockReservations(
  tx: Tx,
  ids: readonly number[],
  meant = sql<boolean>`true`,
): Promise<LockedReservation[]> {
  const locked = await lockAndRead(() =>
    selectLocked(tx).where('r.id', 'in', withReplaced(ids)).where(meant).execute(),
  )
  const wanted = new Set(ids)
  return locked.filter(({ id }) => wanted.has(id))
}

/** Slots have no index on their holder, so search by the booked times. */
export const slotsMadeFor = (reservation_ids: readonly number[]) =>
  sql<
    number[]
  >`array(select t.slot_id from reservation_slots t where t.reservation_id = ${anyOf(reservation_ids)})`

export const factsOf = (row: Pick<Row, 'kind' | 'status' | 'starts_at' | 'ends_at'>) => ({
  kind: row.kind,
  status: row.status,
  starts_at: row.starts_at.getTime(),
  ends_at: row.ends_at.getTime(),
})

/**
 * Turns a domain rule into SQL by asking it for each status before and after the end. Compares times only
 * where needed, for the indexes.
 */
export function obeys(rule: (facts: ReservationFacts, now: Instant) => boolean, now: Instant) {
  const holdsFor = (starts_at: Instant) =>
    STATUSES.filter((status) =>
      rule({ kind: 'VIP_TOUR', status, starts_at, ends_at: starts_at + MINUTE }, now),
    )
  const [ahead, over] = [holdsFor(now + MINUTE), holdsFor(now - MINUTE)]
  const [onlyAhead, onlyOver] = [
    ahead.filter((status) => !over.includes(status)),
    over.filter((status) => !ahead.includes(status)),
  ]
  // Literals: a generic plan would not know the array.
  const these = (statuses: readonly Status[]) => sql`${sql.lit(`{${statuses.join(',')}}`)}::text[]`
  const conditions = [sql`r.status = any(${these([...over, ...onlyAhead])})`]
  if (onlyAhead.length > 0)
    conditions.push(sql`(r.status <> all(${these(onlyAhead)}) or r.ends_at > ${new Date(now)})`)
  if (onlyOver.length > 0)
    conditions.push(sql`(r.status <> all(${these(onlyOver)}) or r.ends_at <= ${new Date(now)})`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export const isDisplayedAs = (statuses: readonly Status[], now: Instant) =>
  obeys((facts) => statuses.includes(displayedStatus(facts, now)), now)

/** False for one that was ended before its start. */
export const isNotCalledOff = sql<boolean>`(r.ended_at >= r.starts_at) is not false`

export async function findImpactOf(db: Db, which: RawBuilder<boolean>, now: Instant): Promise<Impact> {
  const { rows } = await sql<{ id: number }>`
    select r.id from reservations r where ${obeys(isAwaited, now)} and ${which}
    order by r.starts_at, r.id`.execute(db)
  return { reservation_ids: idsOf(rows) }
}

export function toWire(row: Row, viewer: Actor, now: Instant): Reservation {
  const facts = factsOf(row)
  const member = row.member as Omit<NonNullable<Reservation['user']>, 'id'> | null
  const shared = {
    id: row.id,
    status: displayedStatus(facts, now),
    // An internal mark.
    user: member && { id: row.member_id, ...member, is_sample: undefined },
    note: row.note,
    feedback: row.feedback,
    cancel_note: row.cancel_note,
    can_cancel: canCancel(facts, viewer, now),
    created_at: isoInMadrid(row.created_at.getTime()),
    // Milliseconds, because the next version may follow within a second.
    updated_at: exactIsoInMadrid(row.updated_at.getTime()),
    cancel_requested_at: row.cancel_requested_at && isoInMadrid(row.cancel_requested_at.getTime()),
    cancellation_refused: row.cancellation_refused && {
      ...row.cancellation_refused,
      at: isoInMadrid(Date.parse(row.cancellation_refused.at)),
    },
    ended_at: row.ended_at && isoInMadrid(row.ended_at.getTime()),
    arrival_code: displayedStatus(facts, now) === 'APPROVED' ? row.shown_code : null,
    arrived_at: row.arrived_at && isoInMadrid(row.arrived_at.getTime()),
    // A past request cannot be approved.
    replaces: row.replaces && !isPastRequest(facts, now) ? shownReplaced(row.replaces) : null,
  }
  const event_date = { id: row.event_date_id, date: row.date }
  return row.kind === 'VIP_TOUR'
    ? { ...shared, type: row.kind, ...tourParts(row, event_date) }
    : { ...shared, type: row.kind, ...meetingParts(row, event_date) }
}

export const shownReplaced = ({ id, date, starts_at, ends_at, place }: ReplacedRow) => ({
  id,
  date,
  time: `${madridTime(starts_at)} ~ ${madridEnd(ends_at)}`,
  place,
})

function tourParts(row: Row, event_date: { id: number | null; date: string }) {
  const { slot_id, ...times } = row.times[0]!
  const docent = {
    id: row.docent_id,
    ...(row.place as Omit<TourReservation['available_tour']['docent'], 'id'>),
  }
  return {
    available_tour: { id: slot_id, ...times, event_date, docent },
    visitor: row.visitor as TourReservation['visitor'],
  }
}

function meetingParts(row: Row, event_date: { id: number | null; date: string }) {
  const { times } = row
  return {
    event_date,
    room: { id: row.room_id, ...(row.place as Omit<MeetingReservation['room'], 'id'>) },
    time_slots: times.map(({ slot_id, time, end_time, duration }) => ({
      available_room: { id: slot_id, time },
      start_time: time,
      end_time,
      duration,
    })),
    total_duration: times.reduce((sum, { duration }) => sum + duration, 0),
    time_range: `${times[0]!.time} ~ ${times.at(-1)!.end_time}`,
    visitor: row.visitor as MeetingReservation['visitor'],
  }
}

export const asLists = (rows: Row[], viewer: Actor, now: Instant): ReservationLists => {
  const reservations = rows.map((row) => toWire(row, viewer, now))
  return {
    tours: reservations.filter((reservation) => reservation.type === 'VIP_TOUR'),
    meetings: reservations.filter((reservation) => reservation.type === 'GROUP_MEETING'),
  }
}

/** Also returns when time alone will next change the answer. */
export async function findReservationsOfMember(
  db: Db,
  member_id: number,
  now: Instant,
): Promise<{ found: ReservationLists; valid_until: Instant }> {
  const rows = await selectReservations(db)
    .where('member_id', '=', member_id)
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const changes = rows.flatMap(({ starts_at, ends_at }) => [starts_at.getTime(), ends_at.getTime()])
  return {
    found: asLists(rows, 'member', now),
    valid_until: Math.min(...changes.filter((instant) => instant > now)),
  }
}

/** `ofStatus`: none for a reservation that still has its first status. */
export async function findLatestChanges(db: Db, ids: readonly number[], { ofStatus = false } = {}) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('reservation_history')
    .distinctOn('reservation_id')
    .select(['reservation_id', 'at', 'actor', 'actor_kind as by', 'action', 'to_status'])
    .where('reservation_id', '=', anyOf(ids))
    .$if(ofStatus, (query) =>
      query.where('from_status', 'is not', null).whereRef('from_status', '<>', 'to_status'),
    )
    .orderBy('reservation_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.reservation_id, { ...row, at: row.at.getTime() }]))
}

export const getReservation = async (db: Db, id: number, viewer: Actor, now: Instant): Promise<Reservation> =>
  toWire(await selectReservations(db).where('r.id', '=', id).executeTakeFirstOrThrow(), viewer, now)

export async function findOwnReservation(
  db: Db,
  { id, member_id }: { id: number; member_id: number },
  now: Instant,
): Promise<{ reservation: Reservation; version: number } | undefined> {
  const row = await selectReservations(db)
    .where('r.id', '=', id)
    .where('r.member_id', '=', member_id)
    .executeTakeFirst()
  return row && { reservation: toWire(row, 'member', now), version: row.version }
}

export const refusedAs = (status: Status, by = '') =>
  new AppError('invalid_transition', {
    text: `현재 상태(${STATUS_TEXT[status]})에서는 처리할 수 없습니다.${by}`,
  })
