import { beforeEach, describe, expect, test } from 'vitest'
import { listEventDates } from '../../../contract/event-date.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp, useVisitor } from '../../../test/fixture.ts'
import { makeDocent, makeTourSlots, tourParty } from '../../../test/make.ts'
import { withClient } from '../../../test/test-database.ts'

const app = useTestApp()
const day = useEventDate(app)
const visitor = useVisitor(app)
const admin = useAdmin(app)

beforeEach(() => {
  app.server.snapshots.keep(false)
})

const readSchedule = (date = TODAY) => visitor.ok(getSchedule, { query: { date } })

/** Which of one docent's slots can be booked. */
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

/** A write as another server process that shares the database would make it. */
const writeElsewhere = (sql: string) => withClient(app.connectionString, (client) => client.query(sql))

describe('a reader who asks again', () => {
  const ask = (tag?: string, headers = {}) =>
    visitor.send(
      getSchedule,
      { query: { date: TODAY } },
      { ...(tag !== undefined && { 'if-none-match': tag }), ...headers },
    )
  const tagOf = (response: { headers: Record<string, unknown> }) => response.headers['etag'] as string

  test('is told that nothing has changed, as long as that is so', async () => {
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

  test('is told when the clock alone has changed something, under the same address', async () => {
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

  test('signed out meanwhile, is not told that nothing has changed', async () => {
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
    app.server.snapshots.drop()
    expect(await isAvailable(docent)).toEqual([true])
    const reservation = await book(slot!)
    expect(await isAvailable(docent)).toEqual([false])
    await reject(reservation)
    expect(await isAvailable(docent)).toEqual([true])
  })

  test('what another process has changed shows as soon as this one hears of it', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    app.server.snapshots.drop()
    expect(await isAvailable(docent)).toEqual([true])
    await writeElsewhere(`update slots set is_locked = true where id = ${slot!.id}`)
    app.server.snapshots.drop()
    expect(await isAvailable(docent)).toEqual([false])
  })

  test('what another process has changed shows at once while nothing can be heard', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    app.server.snapshots.keep(false)
    expect(await isAvailable(docent)).toEqual([true])
    await writeElsewhere(`update slots set is_locked = true where id = ${slot!.id}`)
    expect(await isAvailable(docent)).toEqual([false])
  })

  test('a day that was none is there once it is added', async () => {
    const date = '2026-11-29'
    expect(await visitor.refused(getSchedule, { query: { date } })).toMatchObject({ status: 404 })
    await writeElsewhere(`insert into event_dates (date) values ('${date}')`)
    app.server.snapshots.drop()
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
    // Everyone's session is looked up; the schedule itself is made once, and then kept.
    const sessionsOnly = await readers()
    expect(sessionsOnly).toBe(30)
    expect(first - sessionsOnly).toBeLessThanOrEqual(4)
  })
})
