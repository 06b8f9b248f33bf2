import { beforeAll, describe, expect, test } from 'vitest'
import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import {
  makeDocent,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../make.ts'
import { withoutHolders } from './without-holders.ts'

const MEMBERS = 50
const ROUNDS = 20

const app = useTestApp()
const day = useEventDate(app)
let visitors: Client[]
let origin: string

beforeAll(async () => {
  visitors = []
  for (let n = 0; n < MEMBERS; n += 1) visitors.push((await makeVisitor(app)).browser)
  origin = await app.listen()
})

async function post(browser: Client, path: string, body: object): Promise<number> {
  const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return response.status
}

const bookTour = (browser: Client, slot: { id: number }) =>
  post(browser, reserveTour.path, { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty })

const bookMeeting = (browser: Client, room: { id: number }, slots: { id: number }[]) =>
  post(browser, reserveMeeting.path, {
    room_id: room.id,
    event_date_id: day.id,
    visitor: meetingParty,
    time_slots: slots.map((slot) => ({ available_room_id: slot.id, duration: 10 })),
  })

const times = Array.from(
  { length: ROUNDS },
  (_, i) => `${String(9 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
)
const count = (answers: number[], status: number) => answers.filter((answer) => answer === status).length

describe('fifty members ask for one tour at once', () => {
  test('one gets it and forty-nine are refused, in each of twenty rounds', async () => {
    const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), ...times)
    for (const slot of slots) {
      const answers = await Promise.all(visitors.map((visitor) => bookTour(visitor, slot)))
      expect([count(answers, 201), count(answers, 409)]).toEqual([1, MEMBERS - 1])
    }
    const holding = await app.db
      .selectFrom('reservations as r')
      .leftJoin('slots as s', 's.reservation_id', 'r.id')
      .select(['r.id', 's.id as slot_id'])
      .execute()
    expect(holding).toHaveLength(ROUNDS)
    expect(new Set(holding.map((row) => row.slot_id))).toEqual(new Set(slots.map((slot) => slot.id)))
  })

  test('control: when a slot no longer has one holder, several get it', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '20:00')
    await withoutHolders(app.pool, async () => {
      const answers = await Promise.all(visitors.map((visitor) => bookTour(visitor, slot!)))
      expect(count(answers, 201)).toBeGreaterThan(1)
    })
  })
})

describe('meetings that overlap', () => {
  test('never share a slot, never deadlock, and get all slots or none', async () => {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(
      app.db,
      day,
      room,
      ...times.slice(0, 1),
      '09:10',
      '09:20',
      '09:30',
      '09:40',
    )
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each visitor wants another run of the five slots, half of them in reverse.
      const answers = await Promise.all(
        visitors.map((visitor, n) => {
          const wanted = slots.slice(n % 3, (n % 3) + 1 + (n % 3))
          return bookMeeting(visitor, room, n % 2 ? wanted.toReversed() : wanted)
        }),
      )
      expect(count(answers, 201) + count(answers, 409)).toBe(MEMBERS)
      const rows = await app.db
        .selectFrom('reservation_slots as t')
        .innerJoin('reservations as r', 'r.id', 't.reservation_id')
        .innerJoin('slots as s', 's.id', 't.slot_id')
        .select(['t.reservation_id', 's.id', 's.reservation_id as holder'])
        .where('r.room_id', '=', room.id)
        .where('r.holds', '=', true)
        .execute()
      expect(rows.filter((row) => row.holder !== row.reservation_id)).toEqual([])
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
      expect(count(answers, 201)).toBe(new Set(rows.map((row) => row.reservation_id)).size)
      await freeAll(rows.map((row) => row.reservation_id))
    }
  })
})

async function freeAll(ids: number[]) {
  await app.pool.query(
    `with gone as (update reservations set status = 'REJECTED' where id = any($1) returning id)
    update slots set reservation_id = null where reservation_id in (select id from gone)`,
    [ids],
  )
}
