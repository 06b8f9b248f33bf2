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

/** An administrator's action on a reservation, as a call's input. */
export const decision = (
  { id, type }: Named,
  action: AdminAction,
  reason: string | null = TRANSITIONS[action].needsReason ? REASON : null,
) => ({ params: { id: String(id) }, body: { type, action, reason } })

/** A member's request to cancel a reservation, as a call's input. */
export const cancelRequest = ({ id, type }: Named, cancel_note = '일정 변경') => ({
  params: { id: String(id) },
  body: { reservation_type: type, cancel_note },
})

/**
 * A member with a tour, or with a meeting of three slots, brought to a status by the calls that members and
 * administrators make. Place and slots are its own.
 */
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
