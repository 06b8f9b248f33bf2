import { sql } from 'kysely'
import { visitorCountText, type reserveMeeting, type reserveTour } from '../../../contract/booking.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Member } from '../../../contract/my-account.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import {
  checkMeetingBooking,
  checkTourBooking,
  type BookableSlot,
  type BookingProblem,
} from '../../../domain/booking.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { tierOf, type TierFlags } from '../../../domain/tier.ts'
import { TOUR_MAX_VISITORS } from '../../../domain/visitor.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { Office } from '../../office.ts'
import { tellMember } from '../../mail/notice.ts'
import { getReservation } from '../reservations/queries.ts'
import { findRoomSlots, findTourSlot } from './queries.ts'

type Booking = {
  slots: { id: number; starts_at: Date; ends_at: Date }[]
  docent_id: number | null
  room_id: number | null
  event_date_id: number
  date: string
  place: unknown
  visitor: unknown
  note: string | null
}

/**
 * Asks for a tour on behalf of a member. The slot is held from then on; an administrator decides. Refuses with
 * `invalid_input`, `tier_required`, `past_time` or `slot_taken`, and then nothing is written.
 */
export async function bookTour(
  office: Office,
  member: Member,
  body: BodyOf<typeof reserveTour>,
  now: Instant,
): Promise<Reservation> {
  const slot = await findTourSlot(office.db, body.available_tour_id)
  const problem = checkTourBooking(
    {
      slot: slot && asBookable(slot),
      event_date_id: body.event_date_id,
      docent_tier: slot ?? { is_vip: false, is_vvip: false },
      member,
      count: body.visitor.count,
    },
    now,
  )
  if (problem || !slot) throw refusalOf(problem ?? 'unknown_slot', slot, TOUR_MAX_VISITORS)
  const { name, language, start_point } = slot
  return book(office, member, now, {
    slots: [slot],
    docent_id: slot.place_id,
    room_id: null,
    event_date_id: slot.event_date_id,
    date: slot.date,
    place: { name, language, start_point },
    visitor: body.visitor,
    note: body.note || null,
  })
}

/**
 * Asks for a meeting room on behalf of a member, for slots without a gap: all of them or none. Refuses with
 * `invalid_input`, `not_consecutive`, `tier_required`, `past_time` or `slot_taken`, and then nothing is written.
 */
export async function bookMeeting(
  office: Office,
  member: Member,
  body: BodyOf<typeof reserveMeeting>,
  now: Instant,
): Promise<Reservation> {
  const ids = body.time_slots.map((slot) => slot.available_room_id)
  const [room, slots] = await Promise.all([
    office.db.selectFrom('rooms').selectAll().where('id', '=', body.room_id).executeTakeFirst(),
    findRoomSlots(office.db, ids),
  ])
  if (!room) throw new AppError('invalid_input', { fields: { room_id: '미팅룸을 선택해주세요.' } })
  const problem = checkMeetingBooking(
    {
      wanted: ids.length,
      slots: slots.map(asBookable),
      event_date_id: body.event_date_id,
      room,
      member,
      count: body.visitor.count,
    },
    now,
  )
  const first = slots[0]
  if (problem || !first) throw refusalOf(problem ?? 'unknown_slot', room, room.size)
  const { name, floor, size } = room
  return book(office, member, now, {
    slots,
    docent_id: null,
    room_id: room.id,
    event_date_id: first.event_date_id,
    date: first.date,
    place: { name, floor, size },
    visitor: body.visitor,
    note: body.note || null,
  })
}

const asBookable = (
  slot: Omit<BookableSlot, 'starts_at' | 'is_held'> & { starts_at: Date; reservation_id: number | null },
) => ({
  ...slot,
  starts_at: slot.starts_at.getTime(),
  is_held: slot.reservation_id !== null,
})

function refusalOf(problem: BookingProblem, place: TierFlags | undefined, mostVisitors: number): AppError {
  const invalid = (field: string, text: string) =>
    new AppError('invalid_input', { fields: { [field]: text } })
  switch (problem) {
    case 'unknown_slot':
      // Most often it was there a moment ago and an administrator has deleted it.
      return new AppError('slot_taken')
    case 'wrong_date':
      return invalid('event_date_id', '유효하지 않은 날짜입니다.')
    case 'wrong_place':
      return invalid('room_id', '선택한 미팅룸의 시간이 아닙니다.')
    case 'party_size':
      return invalid('visitor.count', visitorCountText(mostVisitors))
    case 'tier_required':
      return new AppError('tier_required', {
        text: `${place ? tierOf(place) : 'VIP'} 회원만 예약할 수 있습니다.`,
      })
    default:
      return new AppError(problem)
  }
}

async function book(office: Office, member: Member, now: Instant, booking: Booking): Promise<Reservation> {
  return inTransaction(office.db, async (tx) => {
    const id = await holdSlots(tx, member, booking, now)
    if (id === undefined) throw new AppError('slot_taken')
    const reservation = await getReservation(tx, id, 'member', now)
    await tellMember(office, tx, 'create', { reservation, version: 1, to: member.email }, now)
    return reservation
  })
}

/**
 * Writes a reservation that holds all the wanted slots, or nothing. One statement: it locks those of them that are
 * still free, in the order of their ids so that two bookings never wait for each other crosswise, and goes on only if
 * that is all of them. That a slot is sold once does not rest on this: `slots.reservation_id` holds one value.
 */
async function holdSlots(
  tx: Tx,
  member: Member,
  booking: Booking,
  now: Instant,
): Promise<number | undefined> {
  const { slots } = booking
  const at = new Date(now)
  const ids = slots.map((slot) => slot.id)
  const kind = booking.docent_id === null ? 'GROUP_MEETING' : 'VIP_TOUR'
  const { name, company_name, position, phone } = member
  const { rows } = await sql<{ id: number; held: number }>`
    with free as (
      select id from slots
      where id = any(${ids}::int[]) and reservation_id is null and not is_locked and starts_at > ${at}
      order by id for update
    ), booked as (
      insert into reservations (kind, member_id, docent_id, room_id, event_date_id, date, starts_at, ends_at,
        place, visitor, member, note, created_at, updated_at)
      select ${kind}, ${member.id}::int, ${booking.docent_id}::int, ${booking.room_id}::int,
        ${booking.event_date_id}::int, ${booking.date}::date,
        ${slots[0]!.starts_at}::timestamptz, ${slots.at(-1)!.ends_at}::timestamptz,
        ${JSON.stringify(booking.place)}::jsonb, ${JSON.stringify(booking.visitor)}::jsonb,
        ${JSON.stringify({ name, company_name, position, phone })}::jsonb, ${booking.note}, ${at}, ${at}
      where (select count(*) from free) = ${ids.length}
      returning id
    ), held as (
      update slots set reservation_id = booked.id
      from booked where slots.id in (select id from free)
      returning slots.id
    ), times as (
      insert into reservation_slots (reservation_id, position, slot_id, time, end_time, duration)
      select booked.id, row_number() over (order by s.starts_at), s.id, s.time, s.end_time, s.duration
      from booked, slots s where s.id = any(${ids}::int[])
    ), history as (
      insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status)
      select id, ${at}, 'member', ${name}, 'create', null, 'PENDING' from booked
    )
    select booked.id, (select count(*)::int from held) as held from booked`.execute(tx)
  const booked = rows[0]
  if (booked && booked.held !== ids.length)
    throw new Error(`reservation ${booked.id} holds ${booked.held} slots`)
  return booked?.id
}
