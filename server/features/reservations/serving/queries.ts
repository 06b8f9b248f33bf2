import { sql } from 'kysely'
import type { MeetingReservation, TourReservation } from '../../../../contract/reservation.ts'
import { type BookableSlot, TOUR_MAX_VISITORS } from '../../../../domain/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind, BookingWindow } from '../../../../domain/reservation.ts'
import type { Candidate } from '../../../../domain/waitlist.ts'
import { BOOKING_WINDOW } from '../../settings/queries.ts'
import { hasOther, limitOfEntry } from '../booking/queries.ts'
import { StepBack, anyOf, idsOf, isLastTry, type Tx } from '../../../database/transaction.ts'

/** `member_id` is null if the slot was locked. */
export type Freed = { slot_id: number; member_id: number | null }

/** The only cost of a release if nobody waits. */
export async function findWaiting(tx: Tx, freed: readonly Freed[], now: Instant) {
  const slots = freed.map(({ slot_id }) => slot_id)
  const members = freed.map(({ member_id }) => member_id)
  const { rows } = await sql<{ id: number; gave_back: boolean }>`
    select w.entry_id as id, bool_or(w.member_id is not distinct from f.member_id) as gave_back
    from unnest(${slots}::int[], ${members}::int[]) as f (slot_id, member_id)
      join waitlist_slots w on w.slot_id = f.slot_id and w.live
      join waitlist_entries e on e.id = w.entry_id and e.starts_at > ${new Date(now)}
    group by w.entry_id order by w.entry_id`.execute(tx)
  return rows
}

type Form = { visitor: unknown; note: string | null }
export type Waiting = Candidate &
  Form & { kind: ReservationKind; event_date_id: number; window: BookingWindow }

export async function findServing(
  tx: Tx,
  ids: readonly number[],
  now: Instant,
): Promise<{ slots: ReadonlyMap<number, BookableSlot>; entries: Waiting[] }> {
  const { rows } = await sql<Row>`
    select e.id, e.kind, e.created_at, e.member_id, e.date, e.visitor, e.note, m.is_vip, m.is_vvip,
      w.slots, coalesce(to_jsonb(d), to_jsonb(r)) as place,
      w.minutes, ${hasOther} as has_other, ${limitOfEntry(now)} as limit, ${BOOKING_WINDOW} as "window"
    from waitlist_entries e
      join members m on m.id = e.member_id
      join lateral (
        select jsonb_agg(jsonb_build_object('id', s.id, 'place_id', coalesce(s.docent_id, s.room_id),
            'event_date_id', s.event_date_id, 'time', s.time, 'end_time', s.end_time, 'duration', s.duration,
            'starts_at', extract(epoch from s.starts_at) * 1000, 'is_locked', s.is_locked,
            'is_held', s.reservation_id is not null) order by n.position) as slots,
          sum(s.duration)::int as minutes, min(s.docent_id) as docent_id, min(s.room_id) as room_id,
          bool_and(s.id is not null) as is_whole
        from waitlist_slots n left join slots s on s.id = n.slot_id where n.entry_id = e.id
      ) w on w.is_whole
      left join docents d on d.id = w.docent_id
      left join rooms r on r.id = w.room_id
    where e.live and e.id = ${anyOf(ids)}`.execute(tx)
  return {
    entries: rows.map(asWaiting),
    slots: new Map(rows.flatMap((row) => row.slots.map((slot) => [slot.id, slot] as const))),
  }
}

type Row = Form & {
  id: number
  kind: ReservationKind
  created_at: Date
  member_id: number
  is_vip: boolean
  is_vvip: boolean
  slots: BookableSlot[]
  place: Candidate['place'] & { size?: number }
} & Pick<Waiting, 'date' | 'minutes' | 'has_other' | 'limit' | 'window'>

const asWaiting = ({ created_at, member_id, is_vip, is_vvip, slots, ...row }: Row): Waiting => ({
  ...row,
  since: created_at.getTime(),
  member: { id: member_id, is_vip, is_vvip },
  slot_ids: idsOf(slots),
  event_date_id: slots[0]!.event_date_id,
  count: (row.visitor as TourReservation['visitor'] | MeetingReservation['visitor']).count,
  most_visitors: row.place.size ?? TOUR_MAX_VISITORS,
})

type Needed = Partial<Record<'members' | 'entries' | 'docents' | 'rooms' | 'slots', number[]>>

const among = (ids: readonly number[]) => sql`id = ${anyOf(ids)} order by id`

/** In the lock order: members, places and slots as in a booking. */
const LOCKS = {
  members: (ids: number[]) => sql`select id from members where ${among(ids)} for no key update`,
  entries: (ids: number[]) => sql`select id from waitlist_entries where ${among(ids)} for update`,
  docents: (ids: number[]) => sql`select id from docents where ${among(ids)} for key share`,
  rooms: (ids: number[]) => sql`select id from rooms where ${among(ids)} for key share`,
  slots: (ids: number[]) => sql`select id from slots where ${among(ids)} for update`,
}
const TABLES = Object.keys(LOCKS) as (keyof Needed)[]

export function rowsOf(entries: readonly Waiting[]): Needed {
  const unique = (ids: number[]) => [...new Set(ids)]
  const places = (kind: ReservationKind) =>
    entries.filter((entry) => entry.kind === kind).map(({ place }) => place.id)
  return {
    entries: idsOf(entries),
    members: unique(entries.map(({ member }) => member.id)),
    docents: unique(places('VIP_TOUR')),
    rooms: unique(places('GROUP_MEETING')),
    slots: entries.flatMap(({ slot_ids }) => slot_ids),
  }
}

async function waitFor(tx: Tx, needed: Needed) {
  for (const table of TABLES) if (needed[table]?.length) await LOCKS[table](needed[table]).execute(tx)
}

/** Reservations and slots are locked already: waiting for members would break the lock order. */
export async function lockWithoutWaiting(tx: Tx, needed: Needed) {
  if (isLastTry(tx)) return waitFor(tx, needed)
  const wanted = TABLES.flatMap((table) => (needed[table]?.length ? [{ table, ids: needed[table] }] : []))
  const counts = wanted.map(
    ({ table, ids }) => sql`(select count(*) from (${LOCKS[table](ids)} skip locked) as locked)`,
  )
  if (counts.length === 0) return
  const { rows } = await sql<{
    locked: number
  }>`select (${sql.join(counts, sql` + `)})::int as locked`.execute(tx)
  if (rows[0]!.locked < wanted.reduce((sum, { ids }) => sum + ids.length, 0))
    throw new StepBack((empty) => waitFor(empty, needed))
}

/** An entry's member holds one of its slots. */
export const HOLDS_OWN = sql<boolean>`exists (
  select from waitlist_slots n join slots s on s.id = n.slot_id join reservations r on r.id = s.reservation_id
  where n.entry_id = e.id and r.live and r.member_id = e.member_id)`

/** Entries with the addresses of their members; those of the sample event are not real. */
export const findAddressed = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('waitlist_entries as e')
    .innerJoin('members as m', 'm.id', 'e.member_id')
    .select([
      'e.id',
      'e.kind',
      'e.date',
      'e.time',
      'e.end_time',
      'e.created_at',
      'm.name',
      'm.email',
      // Today's, or the one from when the member joined.
      sql<string>`(select coalesce(min(d.name), min(r.name), e.place ->> 'name') from waitlist_slots n
        left join slots s on s.id = slot_id left join docents d on d.id = docent_id left join rooms r on r.id = room_id
        where n.entry_id = e.id)`.as('place_name'),
    ])
    .where('e.id', '=', anyOf(ids))
    .where('m.is_sample', '=', false)
    .orderBy('e.id')
    .execute()
