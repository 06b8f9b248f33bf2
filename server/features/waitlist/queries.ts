import { sql, type RawBuilder } from 'kysely'
import type { LineEntry } from '../../../contract/admin/waitlist.ts'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import type { WaitlistEntry } from '../../../contract/waitlist.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import type { BookingWindow, ReservationKind } from '../../../domain/reservation.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { TOUR_MAX_VISITORS } from '../../../domain/booking.ts'
import {
  checkTurn,
  inServingOrder,
  placeInLine,
  stateOf,
  type Candidate,
  type WaitlistOutcome,
  type WaitlistState,
} from '../../../domain/waitlist.ts'
import { anyOf, type Db } from '../../database/transaction.ts'
import { BOOKING_WINDOW } from '../settings/queries.ts'
import { hasOther, limitOfEntry } from '../reservations/booking/queries.ts'

type Visitor = TourReservation['visitor'] | MeetingReservation['visitor']

type PlaceTexts = { name: string; language: string; start_point: string; floor: number; size: number }

type Row = {
  id: number
  kind: ReservationKind
  date: string
  time: string
  end_time: string
  starts_at: Date
  visitor: Visitor
  note: string | null
  created_at: Date
  ended_at: Date | null
  outcome: WaitlistOutcome | null
  reservation_id: number | null
  reason: string | null
  texts: Partial<PlaceTexts>
  slot_ids: number[]
  held_by: number[]
  lacks_slots: boolean
  holds_own: boolean
  event_date_id: number | null
  /** Null once all its slots are deleted. */
  place: (TierFlags & { id: number } & Partial<PlaceTexts>) | null
  member: Candidate['member'] & { name: string; company_name: string; phone: string }
  minutes: number
  has_other: boolean
  window: BookingWindow
  limit: Candidate['limit']
}

/** With its state and what decides its position. */
export type Found = Row &
  Omit<Candidate, keyof Row> & { place: NonNullable<Row['place']>; state: WaitlistState }

const NOWHERE = { id: 0, is_vip: false, is_vvip: false }

async function findEntries(db: Db, meant: RawBuilder<boolean>, now: Instant): Promise<Found[]> {
  const { rows } = await sql<Row>`
    select e.id, e.kind, e.date, e.time, e.end_time, e.starts_at, e.visitor, e.note, e.created_at, e.ended_at,
      e.outcome, e.reservation_id, e.reason, e.place as texts, w.slot_ids, w.held_by, w.lacks_slots, w.holds_own,
      w.event_date_id, coalesce(to_jsonb(d), to_jsonb(r)) as place,
      jsonb_build_object('id', m.id, 'name', m.name, 'company_name', m.company_name, 'phone', m.phone,
        'is_vip', m.is_vip, 'is_vvip', m.is_vvip) as member,
      extract(epoch from e.ends_at - e.starts_at)::int / 60 as minutes, ${hasOther} as has_other,
      ${limitOfEntry(now)} as limit, ${BOOKING_WINDOW} as "window"
    from waitlist_entries e
      join members m on m.id = e.member_id
      join lateral (
        select coalesce(array_agg(n.slot_id order by n.position) filter (where n.slot_id is not null), '{}') as slot_ids,
          coalesce(array_agg(distinct h.id) filter (where h.id is not null), '{}') as held_by,
          bool_or(n.slot_id is null) as lacks_slots, coalesce(bool_or(h.member_id = e.member_id), false) as holds_own,
          min(s.event_date_id) as event_date_id, min(s.docent_id) as docent_id, min(s.room_id) as room_id
        from waitlist_slots n
          left join slots s on s.id = n.slot_id
          left join reservations h on h.id = s.reservation_id and h.live
        where n.entry_id = e.id
      ) w on true
      left join docents d on d.id = w.docent_id
      left join rooms r on r.id = w.room_id
    where ${meant}`.execute(db)
  return rows.map((row) => {
    const { created_at, starts_at, visitor, place } = row
    const state = stateOf({ ...row, starts_at: starts_at.getTime() }, now)
    const most_visitors = place?.size ?? TOUR_MAX_VISITORS
    const judged = { since: created_at.getTime(), count: visitor.count, most_visitors }
    const start = state === 'expired' ? new Date(Math.min(starts_at.getTime(), now)) : null
    return { ...row, ...judged, place: place ?? NOWHERE, state, ended_at: row.ended_at ?? start }
  })
}

const isAhead = (now: Instant) => sql<boolean>`e.live and e.starts_at > ${new Date(now)}`

const needsAny = (slot_ids: readonly number[]) => sql<boolean>`
  e.id in (select n.entry_id from waitlist_slots n where n.slot_id = ${anyOf(slot_ids)} and n.live)`

const waitingOf = (entries: readonly Found[]) => entries.filter(({ state }) => state === 'waiting')

/** In serving order. */
export const findLine = async (db: Db, slot_ids: readonly number[], now: Instant): Promise<Found[]> =>
  inServingOrder(
    waitingOf(await findEntries(db, sql<boolean>`${isAhead(now)} and ${needsAny(slot_ids)}`, now)),
  )

export const findAllWaiting = async (db: Db, date: string | undefined, now: Instant): Promise<Found[]> =>
  waitingOf(
    await findEntries(
      db,
      date === undefined ? isAhead(now) : sql<boolean>`${isAhead(now)} and e.date = ${date}`,
      now,
    ),
  )

export const findOwnAhead = (db: Db, member_id: number, now: Instant): Promise<Found[]> =>
  findEntries(db, sql<boolean>`${isAhead(now)} and e.member_id = ${member_id}`, now)

export const findEntry = async (
  db: Db,
  { id, member_id }: { id: number; member_id?: number },
  now: Instant,
): Promise<Found | undefined> => {
  const own = member_id === undefined ? sql<boolean>`true` : sql<boolean>`e.member_id = ${member_id}`
  return (await findEntries(db, sql<boolean>`e.id = ${id} and ${own}`, now))[0]
}

const MAX_ENDED = 50

/** Active entries by time, then ended ones, latest first. */
export async function findEntriesOfMember(
  db: Db,
  member_id: number,
  now: Instant,
  mostEnded = MAX_ENDED,
): Promise<WaitlistEntry[]> {
  const own = await findEntries(db, sql<boolean>`e.member_id = ${member_id}`, now)
  const waiting = waitingOf(own).toSorted(
    (a, b) => a.starts_at.getTime() - b.starts_at.getTime() || a.id - b.id,
  )
  const ended = own
    .filter(({ state }) => state !== 'waiting')
    .toSorted((a, b) => (b.ended_at?.getTime() ?? now) - (a.ended_at?.getTime() ?? now) || b.id - a.id)
    .slice(0, mostEnded)
  const line =
    waiting.length > 0
      ? await findLine(
          db,
          waiting.flatMap(({ slot_ids }) => slot_ids),
          now,
        )
      : []
  return [...waiting, ...ended].map((entry) => toWire(entry, line))
}

export const withPlace = async (db: Db, entry: Found, now: Instant): Promise<WaitlistEntry> =>
  toWire(entry, entry.state === 'waiting' ? await findLine(db, entry.slot_ids, now) : [])

function wantedOf({ id, event_date_id, date, time, end_time, slot_ids, note, kind, ...entry }: Found) {
  const { place, texts, visitor } = entry
  const shared = { id, event_date: { id: event_date_id, date }, time, end_time, slot_ids, note }
  // Today's texts, or those from when the member joined.
  const { name, language, start_point, floor, size } = { ...texts, ...place } as PlaceTexts
  const spot = { id: place.id || null, name }
  return kind === 'VIP_TOUR'
    ? {
        ...shared,
        type: kind,
        docent: { ...spot, language, start_point },
        visitor,
      }
    : {
        ...shared,
        type: kind,
        room: { ...spot, floor, size },
        visitor: visitor as MeetingReservation['visitor'],
      }
}

function toWire(entry: Found, line: readonly Found[]): WaitlistEntry {
  const { state, reservation_id, reason, created_at, ended_at } = entry
  const isWaiting = state === 'waiting'
  return {
    ...wantedOf(entry),
    state,
    place: isWaiting ? placeInLine(entry, line) : null,
    passed_over: isWaiting ? checkTurn(entry) : null,
    reservation_id,
    reason,
    created_at: isoInMadrid(created_at.getTime()),
    ended_at: ended_at && isoInMadrid(ended_at.getTime()),
  }
}

export const asLine = (line: readonly Found[]): { count: number; entries: LineEntry[] } => ({
  count: line.length,
  entries: line.map((entry, before) => ({
    ...wantedOf(entry),
    place: before + 1,
    user: entry.member,
    passed_over: checkTurn(entry),
    created_at: isoInMadrid(entry.created_at.getTime()),
  })),
})

/** By slot, and by the reservation that holds the slot. */
export function countEntries(waiting: readonly Found[]) {
  const countBy = (idsOf: (entry: Found) => number[]) => {
    const counts = new Map<number, number>()
    for (const id of waiting.flatMap(idsOf)) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].toSorted(([a], [b]) => a - b)
  }
  return {
    count: waiting.length,
    slots: countBy(({ slot_ids }) => slot_ids).map(([slot_id, count]) => ({ slot_id, count })),
    reservations: countBy(({ held_by }) => held_by).map(([reservation_id, count]) => ({
      reservation_id,
      count,
    })),
  }
}

export async function findHeldSlots(db: Db, id: number): Promise<number[] | undefined> {
  const rows = await db
    .selectFrom('reservations as r')
    .leftJoin('reservation_slots as t', 't.reservation_id', 'r.id')
    .leftJoin('slots as s', (join) =>
      join.onRef('s.id', '=', 't.slot_id').onRef('s.reservation_id', '=', 'r.id'),
    )
    .select('s.id')
    .where('r.id', '=', id)
    .execute()
  return rows.length > 0 ? rows.flatMap((row) => row.id ?? []) : undefined
}

/** 0 if the waiting list is off. */
export const findMaxEntries = async (db: Db): Promise<number> =>
  (await db.selectFrom('settings').select('max_waitlist_entries').executeTakeFirstOrThrow())
    .max_waitlist_entries
