import { reserveMeeting, reserveTour } from '../contract/booking.ts'
import { type Reservation } from '../contract/reservation.ts'
import { actOnReservation, requestCancellation } from '../contract/reservation-action.ts'
import { slotTimes } from '../domain/slot.ts'
import { TRANSITIONS, type AdminAction, type ReservationKind, type Status } from '../domain/reservation.ts'
import type { Client, TestApp } from './app.ts'
import {
  makeDocent,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from './make.ts'

type Named = { id: number; type: ReservationKind }

const REASON = '전시장 사정'
const WAY: Readonly<Record<Status, (AdminAction | 'request_cancellation')[]>> = {
  PENDING: [],
  APPROVED: ['approve'],
  CANCEL_REQUESTED: ['approve', 'request_cancellation'],
  COMPLETED: ['approve', 'complete'],
  REJECTED: ['reject'],
  CANCELLED: ['cancel'],
}

export const decision = (
  { id, type }: Named,
  action: AdminAction,
  reason: string | null = TRANSITIONS[action].needsReason ? REASON : null,
) => ({ params: { id: String(id) }, body: { type, action, reason } })

export const cancelRequest = ({ id, type }: Named, cancel_note = '일정 변경') => ({
  params: { id: String(id) },
  body: { reservation_type: type, cancel_note },
})

/** A tour, or a meeting of three slots, brought to a status by real calls. Place and slots are its own. */
export async function makeReservation(
  app: TestApp,
  admin: Client,
  day: { id: number; date: string },
  given: { kind?: ReservationKind; status?: Status; time?: string } = {},
) {
  const { kind = 'VIP_TOUR', status = 'PENDING', time = '10:00' } = given
  const { member, browser } = await makeVisitor(app)
  const booked = await (kind === 'VIP_TOUR' ? bookTour : bookMeeting)(app, browser, day, time)
  let { reservation } = booked
  for (const step of WAY[status]) {
    const answer =
      step === 'request_cancellation'
        ? await browser.ok(requestCancellation, cancelRequest(reservation))
        : await admin.ok(actOnReservation, decision(reservation, step))
    reservation = answer.reservation
  }
  return { member, browser, reservation, slots: booked.slots }
}

type Many = {
  docent: { id: number; name: string; language: string; start_point: string }
  member: { id: number; name: string; phone: string }
  day: Day
  count: number
  status: 'PENDING' | 'APPROVED'
}

/** Tours of one docent and one member from 10:00 on, written directly into the tables. Returns their ids. */
export async function makeManyTours(app: TestApp, { docent, member, day, count, status }: Many) {
  const { rows } = await app.pool.query<{ id: number }>(
    `with made as (
      insert into reservations (kind, status, member_id, docent_id, event_date_id, date, starts_at, ends_at, place,
        visitor, member, created_at, updated_at)
      select 'VIP_TOUR', $10, $1, $2, $3, $4, $5::timestamptz + n * interval '3 minutes',
        $5::timestamptz + (n + 1) * interval '3 minutes', $6, $7, $8, $5, $5 from generate_series(1, $9::int) as n
      returning *
    ), held as (
      insert into slots (docent_id, event_date_id, time, end_time, duration, starts_at, ends_at, reservation_id)
      select docent_id, event_date_id, '10:00', '10:03', 3, starts_at, ends_at, id from made
      returning *
    )
    insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
    select reservation_id, 'VIP_TOUR', 1, id, time, end_time, duration from held returning reservation_id as id`,
    [
      member.id,
      docent.id,
      day.id,
      day.date,
      new Date(app.now()),
      JSON.stringify({ name: docent.name, language: docent.language, start_point: docent.start_point }),
      JSON.stringify(tourParty),
      JSON.stringify({ name: member.name, company_name: '', position: '', phone: member.phone }),
      count,
      status,
    ],
  )
  return rows.map(({ id }) => id)
}

type Booked = { reservation: Reservation; slots: { id: number; time: string }[] }
type Day = { id: number; date: string }

async function bookTour(app: TestApp, browser: Client, day: Day, time: string): Promise<Booked> {
  const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), time)
  const body = { available_tour_id: slots[0]!.id, event_date_id: day.id, visitor: tourParty }
  return { slots, reservation: (await browser.ok(reserveTour, { body })).reservation }
}

async function bookMeeting(app: TestApp, browser: Client, day: Day, time: string): Promise<Booked> {
  const room = await makeRoom(app.db)
  const second = slotTimes(day.date, time, 10)!.end_time
  const third = slotTimes(day.date, second, 10)!.end_time
  const slots = await makeRoomSlots(app.db, day, room, time, second, third)
  const time_slots = slots.map(({ id }) => ({ available_room_id: id, duration: 10 }))
  const body = { room_id: room.id, event_date_id: day.id, visitor: meetingParty, time_slots }
  return { slots, reservation: (await browser.ok(reserveMeeting, { body })).reservation }
}
