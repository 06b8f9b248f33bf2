import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import { deleteDocent, deleteRoom } from '../../contract/admin/places.ts'
import { deleteEventDate } from '../../contract/admin/event-dates.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { addTourSlots } from '../../contract/admin/slots.ts'
import { deleteRoomSlots, deleteTourSlots } from '../../contract/admin/slot-deletions.ts'
import { addDays } from '../../domain/madrid-time.ts'
import { TODAY, type Client } from '../app.ts'
import { useAdmin, useTestApp } from '../fixture.ts'
import { makeReservation } from '../make-reservation.ts'
import {
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../make.ts'
import { amidBookings } from './weaker-booking.ts'

const VISITORS = 20
const ROUNDS = 12
const HOURS = Array.from({ length: 10 }, (_, i) => `${String(9 + i).padStart(2, '0')}:00`)

const app = useTestApp()
const admin = useAdmin(app)
let visitors: Client[]
let days = 0
let removeGuard = false
let guardsRemoved = 0

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  visitors = []
  for (let n = 0; n < VISITORS; n += 1) visitors.push((await makeVisitor(app)).browser)
})

const LOOK = ' from "slots" as "s" '
const LOCK = ' for update of "s"'

/** Control: a deletion reads its slots without waiting for bookings that lock them. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, ...rest: unknown[]) => {
    if (!removeGuard || typeof text !== 'string' || !text.includes(LOOK) || !text.endsWith(LOCK))
      return send(text, ...rest)
    guardsRemoved += 1
    return send(text.replace(LOCK, ''), ...rest)
  }
  client.query = query as typeof client.query
}

async function makeDay() {
  const day = await makeEventDate(app.db, addDays(TODAY, (days += 1)))
  const [docent, room] = [await makeDocent(app.db), await makeRoom(app.db)]
  const tens = HOURS.map((_, i) => `09:${i}0`).slice(0, 6)
  return {
    day,
    docent,
    room,
    tours: await makeTourSlots(app.db, day, docent, ...HOURS),
    meetings: await makeRoomSlots(app.db, day, room, ...tens),
  }
}
type Day = Awaited<ReturnType<typeof makeDay>>

function book(browser: Client, n: number, { day, room, tours, meetings }: Day) {
  if (n % 2) {
    const body = { available_tour_id: tours[(n >> 1) % 10]!.id, event_date_id: day.id, visitor: tourParty }
    return browser.send(reserveTour, { body })
  }
  const time_slots = meetings.slice(n % 5, (n % 5) + 2).map(({ id }) => ({ available_room_id: id }))
  return browser.send(reserveMeeting, {
    body: { room_id: room.id, event_date_id: day.id, visitor: meetingParty, time_slots },
  })
}

const REMOVALS: ((of: Day) => Promise<{ statusCode: number }>[])[] = [
  ({ day }) => [admin.send(deleteEventDate, { body: { date: day.date } })],
  ({ docent, room }) => [
    admin.send(deleteDocent, { params: { id: String(docent.id) } }),
    admin.send(deleteRoom, { params: { id: String(room.id) } }),
  ],
  ({ day }) => [
    admin.send(deleteTourSlots, { query: { date: day.date } }),
    admin.send(deleteRoomSlots, { query: { date: day.date } }),
  ],
  // These deletions overlap.
  ({ day, docent }) => [
    admin.send(deleteEventDate, { body: { date: day.date } }),
    admin.send(deleteDocent, { params: { id: String(docent.id) } }),
  ],
]

async function bookWhileDeleting(round: number): Promise<{ booked: number[]; removed: number[] }> {
  const day = await makeDay()
  const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)
  if (removeGuard) {
    const [booked, removed] = await amidBookings(
      app.pool,
      () => visitors.map((browser, n) => book(browser, n, day)),
      () => REMOVALS[round % REMOVALS.length]!(day),
    )
    return { booked: statuses(booked), removed: statuses(removed) }
  }
  const booking = visitors.map((browser, n) => book(browser, n, day))
  // Half of the rounds delete after the first booking, the others during all of them.
  if (round % 2) await Promise.race(booking)
  const removing = REMOVALS[round % REMOVALS.length]!(day)
  return { booked: statuses(await Promise.all(booking)), removed: statuses(await Promise.all(removing)) }
}

/** Active reservations without all the slots that they were made for. */
const findWithoutSlots = async () => {
  const { rows } = await app.pool.query<{ id: number }>(`
    select r.id from reservations r where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') and
      (select count(*) from reservation_slots t where t.reservation_id = r.id) <>
      (select count(*) from slots s where s.reservation_id = r.id)`)
  return rows
}

test('a booking during a deletion is cancelled by it, or finds no slot', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { booked, removed } = await bookWhileDeleting(round)
    for (const status of booked) expect([201, 400, 409]).toContain(status)
    expect(removed.filter((status) => status !== 200)).toEqual([])
    expect(await findWithoutSlots()).toEqual([])
  }
  const cancelled = await app.db
    .selectFrom('reservations')
    .select('id')
    .where('status', '=', 'CANCELLED')
    .execute()
  const told = (await app.mails()).filter((mail) => mail.kind === 'cancelled')
  expect(cancelled.length).toBeGreaterThan(0)
  expect(told).toHaveLength(cancelled.length)
  expect(new Set(told.map((mail) => mail.reservation_id))).toEqual(new Set(cancelled.map(({ id }) => id)))
})

test('a decision during a deletion comes first, or reports the cancellation', async () => {
  for (let round = 0; round < ROUNDS / 2; round += 1) {
    const day = await makeEventDate(app.db, addDays(TODAY, (days += 1)))
    const made = await Promise.all(
      HOURS.map((time) => makeReservation(app, admin, day, { kind: 'GROUP_MEETING', time })),
    )
    const deciding = made.map(({ reservation: { id } }, n) =>
      admin.send(actOnReservation, {
        params: { id: String(id) },
        body: { type: 'GROUP_MEETING', action: n % 2 ? 'approve' : 'reject', reason: '겹치는 일정' },
      }),
    )
    const removed = await admin.send(deleteEventDate, { body: { date: day.date } })
    expect(removed.statusCode).toBe(200)
    for (const { statusCode } of await Promise.all(deciding)) expect([200, 409]).toContain(statusCode)
    expect(await findWithoutSlots()).toEqual([])
  }
})

test('slots added during a deletion are deleted too, or refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { day, docent } = await makeDay()
    const body = { docent_id: docent.id, event_date_id: day.id, start_time: '08:00', end_time: '08:50' }
    const adding = Array.from({ length: 6 }, () =>
      admin.send(addTourSlots, { body: { ...body, interval_minutes: 10, duration: 10 } }),
    )
    const removed =
      round % 2
        ? await admin.send(deleteDocent, { params: { id: String(docent.id) } })
        : await admin.send(deleteEventDate, { body: { date: day.date } })
    expect(removed.statusCode).toBe(200)
    for (const { statusCode } of await Promise.all(adding)) expect([201, 400]).toContain(statusCode)
  }
})

test('control: a deletion that does not lock its slots leaves reservations without any', async () => {
  removeGuard = true
  // Otherwise the constraint refuses that deletion.
  await app.pool.query('alter table reservation_slots drop constraint reservation_slots_live_has_slot')
  try {
    for (let round = 0; round < ROUNDS * 3 && (await findWithoutSlots()).length === 0; round += 1)
      await bookWhileDeleting(round)
    expect(guardsRemoved).toBeGreaterThan(0)
    expect((await findWithoutSlots()).length).toBeGreaterThan(0)
  } finally {
    removeGuard = false
  }
})
