import { sql } from 'kysely'
import { visitorCountText, type reserveMeeting, type reserveTour } from '../../../../contract/booking.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Member } from '../../../../contract/member.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import {
  checkMeetingBooking,
  checkTourBooking,
  type BookableSlot,
  type BookingProblem,
} from '../../../../domain/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { placeTextsOf } from '../../../../domain/place-texts.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { hasTierFor, tierOf, type TierFlags } from '../../../../domain/tier.ts'
import { TOUR_MAX_VISITORS } from '../../../../domain/visitor.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import type { CommandContext } from '../../../command-context.ts'
import { sendNotices } from '../notice.ts'
import { getReservation } from '../queries.ts'
import { findRoomSlots, findTourSlot, holdDocent, holdRoom, refuseOneTooMany } from './queries.ts'

/** An administrator who books for the member: it is approved at once, and may be above the member's tier. */
type Desk = { admin: SignedInAdmin; overrules_tier: boolean }

type Place = TierFlags & { id: number }

type Booking = {
  slots: { id: number; starts_at: Date; ends_at: Date }[]
  kind: ReservationKind
  /** The docent or room, held until the transaction ends and judged anew: it may have changed meanwhile. */
  hold: (tx: Tx) => Promise<Place | undefined>
  event_date_id: number
  date: string
  visitor: unknown
  note: string | null
}

/**
 * Asks for a tour on behalf of a member. The slot is held from then on; an administrator decides, or has decided when
 * one books at the `desk`. Refuses with `invalid_input`, `tier_required`, `past_time`, `slot_taken` or, not at the desk,
 * `too_many_reservations`, and then nothing is written.
 */
export async function bookTour(
  context: CommandContext,
  member: Member,
  body: BodyOf<typeof reserveTour>,
  now: Instant,
  desk?: Desk,
): Promise<Reservation> {
  const slot = await findTourSlot(context.db, body.available_tour_id)
  if (!slot) throw refusalOf('unknown_slot', undefined, TOUR_MAX_VISITORS, desk)
  const judged = <D extends TierFlags>(docent: D): D => {
    const { event_date_id, visitor } = body
    const asked = { slot: asBookable(slot), event_date_id, docent_tier: docent, ...askedBy(member, desk) }
    const problem = checkTourBooking({ ...asked, count: visitor.count }, now)
    if (problem) throw refusalOf(problem, docent, TOUR_MAX_VISITORS, desk)
    return docent
  }
  judged(slot)
  return book(context, { member, desk }, now, {
    slots: [slot],
    kind: 'VIP_TOUR',
    hold: async (tx) => {
      const docent = await holdDocent(tx, slot.place_id, member.id)
      return docent && judged(docent)
    },
    event_date_id: slot.event_date_id,
    date: slot.date,
    visitor: body.visitor,
    note: body.note || null,
  })
}

/**
 * Asks for a meeting room on behalf of a member, for slots without a gap: all of them or none; approved at once when an
 * administrator books at the `desk`. Refuses as `bookTour` does and with `not_consecutive`, and then nothing is written.
 */
export async function bookMeeting(
  context: CommandContext,
  member: Member,
  body: BodyOf<typeof reserveMeeting>,
  now: Instant,
  desk?: Desk,
): Promise<Reservation> {
  const ids = body.time_slots.map((slot) => slot.available_room_id)
  const [room, slots] = await Promise.all([
    context.db.selectFrom('rooms').selectAll().where('id', '=', body.room_id).executeTakeFirst(),
    findRoomSlots(context.db, ids),
  ])
  if (!room) throw new AppError('invalid_input', { fields: { room_id: '미팅룸을 선택해주세요.' } })
  const first = slots[0]
  if (!first) throw refusalOf('unknown_slot', room, room.size, desk)
  const judged = (held: typeof room): typeof room => {
    const { event_date_id, visitor } = body
    const asked = { wanted: ids.length, slots: slots.map(asBookable), event_date_id, room: held }
    const problem = checkMeetingBooking({ ...asked, ...askedBy(member, desk), count: visitor.count }, now)
    if (problem) throw refusalOf(problem, held, held.size, desk)
    return held
  }
  judged(room)
  return book(context, { member, desk }, now, {
    slots,
    kind: 'GROUP_MEETING',
    hold: async (tx) => {
      const held = await holdRoom(tx, room.id, member.id)
      return held && judged(held)
    },
    event_date_id: first.event_date_id,
    date: first.date,
    visitor: body.visitor,
    note: body.note || null,
  })
}

const askedBy = (member: Member, desk: Desk | undefined) => ({
  member,
  overrules_tier: desk?.overrules_tier ?? false,
})

type SlotRow = Awaited<ReturnType<typeof findRoomSlots>>[number]
/** A stored slot as the rules of booking see it. */
export const asBookable = (slot: SlotRow): BookableSlot => ({
  ...slot,
  starts_at: slot.starts_at.getTime(),
  is_held: slot.reservation_id !== null,
})

const tierText = (place?: TierFlags) => `${place ? tierOf(place) : 'VIP'} 회원만 예약할 수 있습니다.`

/** The refusal of what breaks a rule of booking. */
export function refusalOf(
  problem: BookingProblem,
  place: TierFlags | undefined,
  maxVisitors: number,
  desk: Desk | undefined,
): AppError {
  const invalid = (field: string, text: string) =>
    new AppError('invalid_input', { fields: { [field]: text } })
  switch (problem) {
    case 'unknown_slot':
      // Most often it was there a moment ago and an administrator has deleted it.
      return new AppError('slot_taken')
    case 'slot_locked':
      // The answer names the lock to an administrator, who may unlock it; a visitor has no use for the difference.
      return new AppError(
        'slot_taken',
        desk ? { text: '잠긴 시간입니다. 잠금을 해제한 뒤 예약해주세요.' } : {},
      )
    case 'wrong_date':
      return invalid('event_date_id', '유효하지 않은 날짜입니다.')
    case 'wrong_place':
      return invalid('room_id', '선택한 미팅룸의 시간이 아닙니다.')
    case 'party_size':
      return invalid('visitor.count', visitorCountText(maxVisitors))
    case 'tier_required':
      return new AppError('tier_required', { text: tierText(place) })
    default:
      return new AppError(problem)
  }
}

type Booker = { member: Member; desk: Desk | undefined }

async function book(
  context: CommandContext,
  booker: Booker,
  now: Instant,
  booking: Booking,
): Promise<Reservation> {
  return inTransaction(context.db, async (tx) => {
    // A change of its texts that comes later waits, and finds this reservation; an earlier one is read here.
    const place = await booking.hold(tx)
    if (!booker.desk) await refuseOneTooMany(tx, booker.member.id, now)
    const id = place && (await holdSlots(tx, booker, { ...booking, place }, now))
    if (id === undefined) throw new AppError('slot_taken')
    const reservation = await getReservation(tx, id, booker.desk ? 'admin' : 'member', now)
    const telling = { reservation, version: 1, to: booker.member.email }
    await sendNotices(context, tx, booker.desk ? 'approve' : 'create', [telling], now)
    return reservation
  })
}

/** How a reservation begins, and what its history keeps of that. */
function beginningOf({ member, desk }: Booker, place: Place) {
  if (!desk) return { status: 'PENDING', by: 'member', actor: member.name, reason: null }
  const reason = hasTierFor(member, place) ? '현장 예약' : '현장 예약 (등급 제한 예외 적용)'
  return { status: 'APPROVED', by: 'admin', actor: desk.admin.name, reason }
}

/**
 * Writes a reservation that holds all the wanted slots, or nothing. One statement: it locks those of them that are
 * still free, in the order of their ids so that two bookings never wait for each other crosswise, and goes on only if
 * that is all of them. That a slot is sold once does not rest on this: `slots.reservation_id` holds one value.
 */
async function holdSlots(
  tx: Tx,
  booker: Booker,
  booking: Booking & { place: Place },
  now: Instant,
): Promise<number | undefined> {
  const { slots, kind, place } = booking
  const { member } = booker
  const { status, by, actor, reason } = beginningOf(booker, place)
  const at = new Date(now)
  const ids = slots.map((slot) => slot.id)
  const [docent_id, room_id] = kind === 'VIP_TOUR' ? [place.id, null] : [null, place.id]
  const { name, company_name, position, phone } = member
  const { rows } = await sql<{ id: number; held: number }>`
    with free as (
      select id from slots
      where id = any(${ids}::int[]) and reservation_id is null and not is_locked and starts_at > ${at}
      order by id for update
    ), booked as (
      insert into reservations (kind, status, member_id, docent_id, room_id, event_date_id, date, starts_at, ends_at,
        place, visitor, member, note, created_at, updated_at)
      select ${kind}, ${status}, ${member.id}::int, ${docent_id}::int, ${room_id}::int,
        ${booking.event_date_id}::int, ${booking.date}::date,
        ${slots[0]!.starts_at}::timestamptz, ${slots.at(-1)!.ends_at}::timestamptz,
        ${JSON.stringify(placeTextsOf(kind, place))}::jsonb, ${JSON.stringify(booking.visitor)}::jsonb,
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
      insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, reason)
      select id, ${at}, ${by}, ${actor}, 'create', null, ${status}, ${reason}::text from booked
    )
    select booked.id, (select count(*)::int from held) as held from booked`.execute(tx)
  const booked = rows[0]
  if (booked && booked.held !== ids.length)
    throw new Error(`reservation ${booked.id} holds ${booked.held} slots`)
  return booked?.id
}
