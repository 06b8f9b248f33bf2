import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import { listDocents, listRooms } from '../../../contract/places.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { listEventDates } from '../../../contract/event-date.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { getMyInfo } from '../../../contract/member.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import { listMyReservations, type TourReservation } from '../../../contract/reservation.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { listMyWaitlist } from '../../../contract/waitlist.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useStatementCount, useTestApp, useVisitor } from '../../../test/fixture.ts'
import { makeDocent, makeRoom, makeRoomSlots, makeTourSlots, tourParty } from '../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../test/make-reservation.ts'
import { withClient } from '../../../test/test-database.ts'
import type { Topic } from '../../live/snapshots.ts'

const app = useTestApp()
const day = useEventDate(app)
const visitor = useVisitor(app)
const admin = useAdmin(app)

beforeEach(() => {
  app.server.snapshots.keep(false)
})

const readSchedule = (date = TODAY) => visitor.ok(getSchedule, { query: { date } })

async function isAvailable(docent: { id: number }) {
  const { tour_schedule } = await readSchedule()
  return tour_schedule.find((row) => row.docent.id === docent.id)!.time_slots.map((slot) => slot.is_available)
}

async function book(slot: { id: number }) {
  const body = { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty }
  return (await visitor.ok(reserveTour, { body })).reservation
}

const reject = ({ id }: { id: number }) =>
  admin.ok(actOnReservation, {
    params: { id: String(id) },
    body: { type: 'VIP_TOUR', action: 'reject', reason: '점검' },
  })

/** Simulates another server process on the same database. */
const writeElsewhere = (sql: string) => withClient(app.connectionString, (client) => client.query(sql))

describe('a reader who asks again', () => {
  const ask = (tag?: string, headers = {}) =>
    visitor.send(
      getSchedule,
      { query: { date: TODAY } },
      { ...(tag !== undefined && { 'if-none-match': tag }), ...headers },
    )
  const tagOf = (response: { headers: Record<string, unknown> }) => response.headers['etag'] as string

  test('gets 304 until something changes', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    const first = await ask()
    expect(tagOf(first)).toMatch(/^"[^"]+"$/)
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask(tagOf(first))
    expect([again.statusCode, again.body, tagOf(again)]).toEqual([304, '', tagOf(first)])
    expect((await ask(`"something-else", ${tagOf(first)}`)).statusCode).toBe(304)
    expect((await ask('"something-else"')).statusCode).toBe(200)

    await book(slot!)
    const changed = await ask(tagOf(first))
    expect(changed.statusCode).toBe(200)
    expect(tagOf(changed)).not.toBe(tagOf(first))
  })

  test('gets a new answer when time alone changes it', async () => {
    await makeTourSlots(app.db, day, await makeDocent(app.db), '08:30')
    app.server.snapshots.keep(true)
    const tag = tagOf(await ask())
    app.setClock(TODAY, '08:29')
    expect((await ask(tag)).statusCode).toBe(304)
    app.setClock(TODAY, '08:30')
    expect((await ask(tag)).statusCode).toBe(200)
  })

  test('gets another tag for another encoding, and 304 for either', async () => {
    const starts = Array.from({ length: 12 }, (_, i) => `${9 + i}`.padStart(2, '0') + ':00')
    await makeTourSlots(app.db, day, await makeDocent(app.db), ...starts)
    const [plain, packed] = [await ask(), await ask(undefined, { 'accept-encoding': 'br' })]
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(tagOf(packed)).not.toBe(tagOf(plain))
    expect((await ask(tagOf(plain), { 'accept-encoding': 'br' })).statusCode).toBe(304)
    expect((await ask(tagOf(packed))).statusCode).toBe(304)
  })

  test('always gets the time of the service: with an answer, without one, and with a refusal', async () => {
    app.setClock(TODAY, '08:07')
    const first = await ask()
    const others = [
      await ask(tagOf(first)),
      await visitor.send(getSchedule, { query: { date: 'x' } }),
      await app.client().send(getSchedule, { query: { date: TODAY } }),
      await app.server.inject('/api/nowhere/'),
    ]
    expect(others.map((response) => response.statusCode)).toEqual([304, 400, 401, 404])
    for (const { headers } of [first, ...others]) {
      expect(headers['x-service-time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
      expect(Date.parse(String(headers['x-service-time']))).toBe(app.now())
    }
  })

  test('gets no 304 after signing out', async () => {
    const tag = tagOf(await ask())
    const response = await app
      .client()
      .send(getSchedule, { query: { date: TODAY } }, { 'if-none-match': tag })
    expect(response.statusCode).toBe(401)
  })
})

describe('while the schedule is kept for all readers', () => {
  beforeEach(() => app.server.snapshots.keep(true))

  test("one reads one's own writes at once", async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    app.server.snapshots.drop('event')
    expect(await isAvailable(docent)).toEqual([true])
    const reservation = await book(slot!)
    expect(await isAvailable(docent)).toEqual([false])
    await reject(reservation)
    expect(await isAvailable(docent)).toEqual([true])
  })

  test('shows another process’s change once its notification arrives', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    app.server.snapshots.drop('event')
    expect(await isAvailable(docent)).toEqual([true])
    await writeElsewhere(`update slots set is_locked = true where id = ${slot!.id}`)
    app.server.snapshots.drop('event')
    expect(await isAvailable(docent)).toEqual([false])
  })

  test('shows another process’s change at once while notifications fail', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    app.server.snapshots.keep(false)
    expect(await isAvailable(docent)).toEqual([true])
    await writeElsewhere(`update slots set is_locked = true where id = ${slot!.id}`)
    expect(await isAvailable(docent)).toEqual([false])
  })

  test('includes a date once it is added', async () => {
    const date = '2026-11-29'
    expect(await visitor.refused(getSchedule, { query: { date } })).toMatchObject({ status: 404 })
    await writeElsewhere(`insert into event_dates (date) values ('${date}')`)
    app.server.snapshots.drop('event')
    await readSchedule(date)
    expect((await visitor.ok(listEventDates, {})).map((each) => each.date)).toContain(date)
  })

  test('thirty readers at once cost the database one schedule', async () => {
    let uses = 0
    app.pool.on('acquire', () => (uses += 1))
    const readers = async () => {
      uses = 0
      const answers = await Promise.all(Array.from({ length: 30 }, () => readSchedule()))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      return uses
    }
    const first = await readers()
    // Each session is looked up; the schedule is built once and cached.
    const sessionsOnly = await readers()
    expect(sessionsOnly).toBe(30)
    expect(first - sessionsOnly).toBeLessThanOrEqual(4)
  })
})

describe("a member's own reservations, while they are kept", () => {
  beforeEach(() => app.server.snapshots.keep(true))

  const mine = async (browser: Client) => {
    const { tours } = await browser.ok(listMyReservations, {})
    return tours.map(({ status, can_cancel }) => ({ status, can_cancel }))
  }

  test('show the own writes and those of administrators at once', async () => {
    const { reservation, browser } = await makeReservation(app, admin, day, { time: '17:00' })
    expect(await mine(browser)).toEqual([{ status: 'PENDING', can_cancel: false }])
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    expect(await mine(browser)).toEqual([{ status: 'APPROVED', can_cancel: true }])
    await browser.ok(requestCancellation, cancelRequest(reservation))
    expect(await mine(browser)).toEqual([{ status: 'CANCEL_REQUESTED', can_cancel: false }])
    const several = { action: 'approve_cancellation' as const, reservation_ids: [reservation.id] }
    await admin.ok(decideReservations, { body: several })
    expect(await mine(browser)).toEqual([{ status: 'CANCELLED', can_cancel: false }])
  })

  test('begins and ends with the clock', async () => {
    const { browser } = await makeReservation(app, admin, day, { time: '16:00', status: 'APPROVED' })
    expect(await mine(browser)).toEqual([{ status: 'APPROVED', can_cancel: true }])
    app.setClock(TODAY, '16:00')
    expect(await mine(browser)).toEqual([{ status: 'APPROVED', can_cancel: false }])
    app.setClock(TODAY, '16:25')
    expect(await mine(browser)).toEqual([{ status: 'COMPLETED', can_cancel: false }])
  })
})

describe('a phone that polls', () => {
  const service = useTestApp({ hears: true })
  const sent = useStatementCount(service)
  const event = useEventDate(service)
  const desk = useAdmin(service)
  const elsewhere = (sql: string) => withClient(service.connectionString, (client) => client.query(sql))

  function interceptDrops(handle: (topic: Topic, drop: () => void) => void) {
    const { snapshots } = service.server
    const { drop } = snapshots
    snapshots.drop = (topic) => handle(topic, () => drop(topic))
    onTestFinished(() => void (snapshots.drop = drop))
  }

  async function statementsOf(polls: () => Promise<unknown>) {
    const before = sent.statements
    await polls()
    return sent.statements - before
  }

  async function makePhone() {
    const rejected = await makeReservation(service, desk, event, { time: '10:00', status: 'REJECTED' })
    const { browser, reservation } = rejected
    const docent_id = (reservation as TourReservation).available_tour.docent.id!
    const room = await makeRoom(service.db)
    await makeRoomSlots(service.db, event, room, '10:00')
    const date = event.date
    const polls: [Endpoint, object][] = [
      [getSchedule, { query: { date } }],
      [listMyReservations, {}],
      [listMyWaitlist, {}],
      [listEventDates, {}],
      [listDocents, {}],
      [listRooms, {}],
      [getPublicInfo, {}],
      [getMyInfo, {}],
      [listAvailableTours, { query: { date, docent_id: String(docent_id) } }],
      [listAvailableRooms, { query: { date, room_id: String(room.id) } }],
    ]
    const pollAll = async () => {
      for (const [endpoint, input] of polls) {
        const first = await browser.send(endpoint, input as never)
        const again = { 'if-none-match': String(first.headers['etag']) }
        expect([first.statusCode, (await browser.send(endpoint, input as never, again)).statusCode]).toEqual([
          200, 304,
        ])
      }
    }
    const readMine = async () => (await browser.ok(listMyReservations, {})).tours[0]!
    const readMineFor = async () => statementsOf(readMine)
    // Wait for the notifications of its own requests.
    await expect.poll(() => statementsOf(pollAll)).toBe(0)
    return { ...rejected, pollAll, readMine, readMineFor }
  }

  test('costs the database nothing, and one computation after its own change', async () => {
    const { pollAll, readMineFor, reservation } = await makePhone()
    expect(await statementsOf(pollAll)).toBe(0)
    await elsewhere(`update reservations set note = 'x' where id = ${reservation.id}`)
    await expect.poll(readMineFor).toBe(1)
    expect(await readMineFor()).toBe(0)
  })

  test("asks nothing for what changes of another one's reservations", async () => {
    const phone = await makePhone()
    const another = await makePhone()
    await phone.pollAll()
    const dropped: Topic[] = []
    interceptDrops((topic, drop) => {
      dropped.push(topic)
      drop()
    })
    await elsewhere(`update reservations set note = 'x' where id = ${another.reservation.id}`)
    await expect.poll(() => dropped).toContain(`member ${another.member.id}`)
    expect(await phone.readMineFor()).toBe(0)
  })

  test('sees another process’s change with the notification', async () => {
    const { readMine, reservation } = await makePhone()
    const slot_id = (reservation as TourReservation).available_tour.id!
    const held: (() => void)[] = []
    interceptDrops((topic, drop) => void (topic === 'event' || topic === 'bookings' || held.push(drop)))
    // Changes only the slot, not the reservation.
    await elsewhere(`delete from slots where id = ${slot_id}`)
    await expect.poll(() => held.length).toBe(1)
    expect(await readMine()).toMatchObject({ available_tour: { id: slot_id } })
    held[0]!()
    expect(await readMine()).toMatchObject({ available_tour: { id: null } })
  })
})

test('what one member reads is compressed only when it is long, which costs the processor less', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day, { time: '12:00' })
  const readWith = async (letters: number) => {
    await sql`update reservations set visitor = jsonb_set(visitor, '{company}', to_jsonb(repeat('가', ${letters}::int)))
      where id = ${reservation.id}`.execute(app.db)
    const answer = await browser.send(listMyReservations, {}, { 'accept-encoding': 'br' })
    expect(answer.statusCode).toBe(200)
    return answer.headers['content-encoding']
  }
  expect(await readWith(1_000)).toBeUndefined()
  await expect.poll(() => readWith(5_000)).toBe('br')
})
