import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { Member } from '../../../../contract/member.ts'
import type { BookableSlot, BookingLimit, AutoApprove } from '../../../../domain/booking.ts'
import {
  type BookingWindow,
  isActive,
  type ReservationKind,
  type Status,
} from '../../../../domain/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { TierFlags } from '../../../../domain/tier.ts'
import { anyOf, pipelined, sendAlong, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { REMEMBERED_FOR, type RequestKey } from '../../../http/idempotency.ts'
import { hashOf } from '../../../http/session.ts'
import type { Mail } from '../../../mail/mail.ts'
import { mailRow } from '../../../mail/heading.ts'
import { BOOKING_WINDOW, type Settings } from '../../settings/queries.ts'
import {
  factsOf,
  replacedRow,
  selectReservations,
  type NewReservation,
  type ReplacedRow,
} from '../queries.ts'

/** A session token is checked when the facts are read. */
export type Asked = {
  kind: ReservationKind
  slot_ids: readonly number[]
  room_id: number | null
  /** Null for a visitor without an account. */
  member_id: number | null
  /** The reservation for which another time is wanted. */
  replaces: number | undefined
  token: string | undefined
  key: RequestKey | undefined
  now: Instant
}

type SlotFacts = BookableSlot & { date: string; ends_at: Instant }
/** `texts` are stored with the reservation. Only rooms have a `size`. */
type PlaceFacts = TierFlags & { id: number; texts: NewReservation['place']; size: number }

export type Facts = {
  id: number
  /** Null if the session or the member does not exist. */
  member: Member | null
  place: PlaceFacts | null
  slots: SlotFacts[]
  event: Settings
  limit: BookingLimit
  window: BookingWindow
  auto_approve: AutoApprove
  /** Null if the member has no such reservation. */
  replaced: (ReplacedRow & { has_change: boolean }) | null
  /** The answer to an earlier request with the same key. */
  repeated: { answer: string; request_hash: string } | null
}

export type Booking = {
  slot_ids: readonly number[]
  reservation: NewReservation
  history: {
    actor_kind: 'member' | 'admin' | 'service'
    actor: string
    to_status: Status
    reason: string | null
  }
  mail: Mail | undefined
  key: RequestKey | undefined
  now: Instant
}

const askedRow = ({ kind, slot_ids, room_id, member_id, replaces, token, key, now }: Asked) => ({
  kind,
  slot_ids,
  room_id,
  member_id,
  replaces,
  now: new Date(now),
  ...(token !== undefined && { token_hash: hashOf(token).toString('hex') }),
  ...(key && { owner: key.owner, key: key.key, forgotten_until: new Date(now - REMEMBERED_FOR) }),
})

/** Race tests recognise the statements of a booking by this name. */
const bookings = (asked: readonly Asked[]) => sql`bookings as materialized (
  select n::int as n, b, b ->> 'kind' = 'VIP_TOUR' as is_tour, (b ->> 'now')::timestamptz as now,
    (b ->> 'member_id')::int as member_id, (b ->> 'room_id')::int as room_id, (b ->> 'replaces')::int as replaces,
    translate(b ->> 'slot_ids', '[]', '{}')::int[] as ids
  from jsonb_array_elements(${JSON.stringify(asked.map(askedRow))}::jsonb) with ordinality each (b, n)
)`

/**
 * Two statements in one trip, because a single one would keep the snapshot taken before its lock wait.
 * Returns the indexes of the bookings with all their locks. `waits` is for a single one; otherwise locked rows are skipped.
 */
export function lockAndRead(
  tx: Tx,
  asked: readonly Asked[],
  waits: boolean,
): Promise<{ locked: Set<number>; facts: Facts[] }> {
  return pipelined(tx, async (on) => {
    const [locking, reading] = [waits ? lockInOrder(on, asked[0]!) : lockFree(on, asked), read(on, asked)]
    // A failed lock fails the read too. Only the first error names the cause.
    reading.catch(() => {})
    const locked = await locking
    return { locked, facts: await reading }
  })
}

/** Decision 14. Not the date: its deletion waits for bookings at the slots. */
async function lockInOrder(
  on: QueryExecutorProvider,
  { kind, slot_ids, room_id, member_id, replaces }: Asked,
): Promise<Set<number>> {
  const docent_id = sql`(select docent_id from slots where id = ${slot_ids[0] ?? null}::int)`
  await Promise.all([
    sql`with bookings as (select) select from members where id = ${member_id}::int for no key update`.execute(
      on,
    ),
    kind === 'VIP_TOUR'
      ? sql`with bookings as (select) select from docents where id = ${docent_id} for key share`.execute(on)
      : sql`with bookings as (select) select from rooms where id = ${room_id}::int for key share`.execute(on),
    replaces !== undefined &&
      sql`with bookings as (select) select from reservations where id = ${replaces}::int and member_id = ${member_id}::int for update`.execute(
        on,
      ),
    sql`with bookings as (select) select from slots where id = ${anyOf(slot_ids)} order by id for update`.execute(
      on,
    ),
  ])
  return new Set([0])
}

/** Needs no lock order, because it never waits. */
async function lockFree(on: QueryExecutorProvider, asked: readonly Asked[]): Promise<Set<number>> {
  const { rows } = await sql<{ n: number }>`
    with ${bookings(asked)}, free as materialized (
      select s.id, s.docent_id from slots s
      where s.id = any (array(select unnest(ids) from bookings)) and s.reservation_id is null for update skip locked
    ), all_free as materialized (
      select *, (select docent_id from free where id = ids[1]) as docent_id from bookings where ids <@ array(select id from free)
    ), bookers as materialized (
      select m.id from members m where m.id = any (array(select member_id from all_free)) for no key update skip locked
    ), docents_locked as materialized (
      select d.id from docents d where d.id = any (array(select docent_id from all_free where is_tour)) for key share skip locked
    ), rooms_locked as materialized (
      select r.id from rooms r where r.id = any (array(select room_id from all_free where not is_tour)) for key share skip locked
    )
    select n from all_free where member_id = any (array(select id from bookers))
      and case when is_tour then docent_id = any (array(select id from docents_locked))
        else room_id = any (array(select id from rooms_locked)) end`.execute(on)
  return new Set(rows.map(({ n }) => n - 1))
}

type LimitOf = Record<'member_id' | 'date' | 'is_tour' | 'now', RawBuilder<unknown>>

/** A `BookingLimit` of one member at one date, not counting the reservation `except`. */
export const limitOf = (
  { member_id, date, is_tour, now }: LimitOf,
  except = sql`null::int`,
): RawBuilder<BookingLimit> => sql`
  (select json_build_object(
    'own', (select count(*)::int from reservations own
      where own.member_id = ${member_id} and own.live and own.ends_at > ${now} and own.id is distinct from ${except}),
    'most', max_reservations,
    'minutes', (select coalesce(sum(extract(epoch from own.ends_at - own.starts_at) / 60), 0)::int
      from reservations own
      where own.member_id = ${member_id} and own.live and own.date = ${date} and own.id is distinct from ${except}),
    'most_minutes', max_minutes_per_day,
    'most_at_once', case when not (${is_tour}) then max_meeting_minutes end) from settings)`

/** For a query over `waitlist_entries e`. */
export const hasOther = sql<boolean>`exists (
  select from reservations own where own.member_id = e.member_id and own.status = 'APPROVED'
    and own.starts_at < e.ends_at and own.ends_at > e.starts_at)`

/** For a query over `waitlist_entries e`. */
export const limitOfEntry = (now: Instant) =>
  limitOf({
    member_id: sql`e.member_id`,
    date: sql`e.date`,
    is_tour: sql`e.kind = 'VIP_TOUR'`,
    now: sql`${new Date(now)}::timestamptz`,
  })

async function read(on: QueryExecutorProvider, asked: readonly Asked[]): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    with ${bookings(asked)}
    select nextval('reservations_id_seq')::int as id,
      (select to_json(m) from (
        select id, name, email, phone, company_name, position, is_vip, is_vvip from members) m
        where m.id = member_id and (not b ? 'token_hash' or exists (
          select from sessions s where s.token_hash = decode(b ->> 'token_hash', 'hex')
            and s.member_id = m.id and s.expires_at > now))) as member,
      case when is_tour
        then (select to_json(d) from (select id, is_vip, is_vvip, json_build_object('name', name, 'language', language,
            'start_point', start_point) as texts from docents) d where d.id = (select docent_id from slots where slots.id = ids[1]))
        else (select to_json(r) from (select id, is_vip, is_vvip, size, json_build_object('name', name, 'floor', floor,
            'size', size) as texts from rooms) r where r.id = room_id) end as place,
      (select coalesce(json_agg(s order by s.starts_at), '[]') from (
        select slots.id, coalesce(docent_id, slots.room_id) as place_id, event_date_id, d.date, time, end_time, duration,
          extract(epoch from starts_at) * 1000 as starts_at, extract(epoch from ends_at) * 1000 as ends_at,
          is_locked, reservation_id is not null as is_held
        from slots join event_dates d on d.id = event_date_id where slots.id = any (ids) and kind = b ->> 'kind') s) as slots,
      (select to_json(e) from (select event_name, contact_email from settings) e) as event,
      ${limitOf(
        {
          member_id: sql`bookings.member_id`,
          date: sql`(select date from event_dates where id = (select event_date_id from slots where slots.id = ids[1]))`,
          is_tour: sql`is_tour`,
          now: sql`now`,
        },
        sql`replaces`,
      )} as limit,
      ${BOOKING_WINDOW} as "window", (select auto_approve from settings) as auto_approve,
      (select row::jsonb || jsonb_build_object('has_change', exists (
          select from reservations c where c.replaces_id = bookings.replaces and c.status = 'PENDING'
            and c.ends_at > now))
        from (${replacedRow} where o.id = bookings.replaces and o.member_id = bookings.member_id) as found (row)) as replaced,
      (select json_build_object('answer', k.answer, 'request_hash', encode(k.request_hash, 'hex'))
        from idempotency_keys k where k.owner = b ->> 'owner' and k.key = b ->> 'key'
          and k.created_at > (b ->> 'forgotten_until')::timestamptz) as repeated
    from bookings order by n`.execute(on)
  return rows
}

/** Pipelined with the commit. */
export async function writeBookings(tx: Tx, written: readonly Booking[]) {
  if (written.length === 0) return
  // PostgreSQL estimates few rows for an array; with a JSON document it would scan all slots.
  const slots = written.flatMap(({ slot_ids }) => slot_ids)
  const holders = written.flatMap(({ slot_ids, reservation: { id } }) => slot_ids.map(() => id))
  const rows = written.map(({ reservation, history, mail, now }) => ({
    reservation,
    history,
    now: new Date(now),
    mail: mail && mailRow(mail, now),
  }))
  await sendAlong(
    tx,
    sql`
    with bookings as materialized (
      select b -> 'reservation' as made, (b #> '{reservation,id}')::int as id, b -> 'history' as history,
        b -> 'mail' as mail, (b ->> 'now')::timestamptz as now
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) b
    ), released as (
      -- A past request cannot be approved. It is read below, so that its index entry is gone before the insert.
      update reservations r set replaces_id = null from bookings
        where r.replaces_id = (made ->> 'replaces_id')::int and r.status = 'PENDING' and r.ends_at <= now
        returning r.id
    ), booked as (
      insert into reservations (id, kind, status, member_id, docent_id, room_id, event_date_id, date, starts_at, ends_at,
          place, visitor, member, note, replaces_id, created_at, updated_at)
        overriding system value
        select id, made ->> 'kind', made ->> 'status', (made ->> 'member_id')::int, (made ->> 'docent_id')::int,
          (made ->> 'room_id')::int, (made ->> 'event_date_id')::int, (made ->> 'date')::date,
          (made ->> 'starts_at')::timestamptz, (made ->> 'ends_at')::timestamptz, made -> 'place', made -> 'visitor',
          made -> 'member', made ->> 'note', (made ->> 'replaces_id')::int, now, now
        from bookings where (select count(*) from released) >= 0
    ), held as (
      update slots s set reservation_id = h.id from unnest(${slots}::int[], ${holders}::int[]) as h (slot_id, id)
        where s.id = h.slot_id
        returning h.id as reservation_id, s.kind, s.id, s.time, s.end_time, s.duration, s.starts_at
    ), noted as (
      insert into reservation_history (reservation_id, at, actor_kind, actor, action, to_status, reason)
        select id, now, history ->> 'actor_kind', history ->> 'actor', 'create', made ->> 'status', history ->> 'reason'
        from bookings
    ), posted as (
      insert into mails (kind, reservation_id, to_address, subject, message_id, facts, created_at)
        select mail ->> 'kind', id, mail ->> 'to_address', mail ->> 'subject', mail ->> 'message_id', mail -> 'facts', now
        from bookings where mail is not null
    )
    insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
      select reservation_id, kind, row_number() over (partition by reservation_id order by starts_at), id, time, end_time,
        duration
      from held`,
  )
}

/** Pipelined too. Fails if another request with the same key is being written. */
export async function writeAnswers(
  tx: Tx,
  answered: readonly (Pick<Booking, 'key' | 'now'> & { answer: string })[],
) {
  const keys = answered.flatMap(({ key, answer, now }) =>
    key
      ? [{ owner: key.owner, key: key.key, request_hash: key.request_hash, answer, now: new Date(now) }]
      : [],
  )
  if (keys.length === 0) return
  const column = <Name extends keyof (typeof keys)[number]>(name: Name) => keys.map((each) => each[name])
  await sendAlong(
    tx,
    sql`
    with bookings as (
      insert into idempotency_keys as k (owner, key, request_hash, answer, created_at)
      select * from unnest(${column('owner')}::text[], ${column('key')}::text[], ${column('request_hash')}::bytea[],
        ${column('answer')}::text[], ${column('now')}::timestamptz[])
      on conflict (owner, key) do update
      set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at
      where k.created_at <= excluded.created_at - ${`${REMEMBERED_FOR} ms`}::interval
      returning 1
    )
    select refuse_unless((select count(*) from bookings) = ${keys.length}::int, '40001')`,
  )
}

/**
 * A phone may repeat a request on its own. If its reservation has ended since, the first answer would be
 * false and a new reservation unwanted.
 */
export async function refuseOverRequest(
  db: Db,
  { reservation: { id } }: { reservation: { id: number } },
  now: Instant,
) {
  const row = await selectReservations(db).where('r.id', '=', id).executeTakeFirst()
  if (!row || !isActive(factsOf(row), now)) throw new AppError('request_over')
}
