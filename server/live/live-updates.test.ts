import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { eventSettings } from '../../contract/admin/event-settings.ts'
import { deleteAdmin, listAdmins } from '../../contract/admin/accounts.ts'
import { changeDocent, changeRoom } from '../../contract/admin/places.ts'
import { adminLogout } from '../../contract/admin/login.ts'
import { addRoomSlots, lockTourSlots } from '../../contract/admin/slots.ts'
import { getSchedule } from '../../contract/schedule.ts'
import { listMyReservations, type MeetingReservation } from '../../contract/reservation.ts'
import { listMyWaitlist } from '../../contract/waitlist.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { startTestApp, TODAY, type Client, type TestApp } from '../../test/app.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../test/make.ts'
import { decision, makeReservation } from '../../test/make-reservation.ts'
import { countWaiting } from '../../test/waiting.ts'

let app: TestApp
let origin: string
let ends: AbortController[]
let sockets: Socket[]

beforeEach(async () => {
  app = await startTestApp({ hears: true })
  origin = await app.listen()
  ends = []
  sockets = []
  app.server.server.on('connection', (socket) => sockets.push(socket))
})
afterEach(async () => {
  for (const end of ends) end.abort()
  await app.stop()
})

const ask = (watch: string, headers: Record<string, string> = {}, side = 'public') => {
  const end = new AbortController()
  ends.push(end)
  return fetch(`${origin}/api/${side}/changes/?watch=${watch}`, { headers, signal: end.signal })
}

const listen = async (watch: string) => hear(await ask(watch))

const asAdmin = ({ jar }: Client) => ({ cookie: `admin_session=${jar.get('admin_session')}` })
const listenAsAdmin = async (browser: Client) => hear(await ask('reservations', asAdmin(browser), 'admin'))

function hear(answer: Response) {
  const heard: string[] = []
  const state = { ended: false }
  void (async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of answer.body!)
        heard.push(...[...decoder.decode(chunk).matchAll(/^data: (.*)$/gm)].map(([, topic]) => topic!))
    } catch {
      // Closed by the test.
    }
    state.ended = true
  })()
  return { answer, heard, state }
}

/** Waits until each stream has delivered its first state, and discards what it delivered. */
async function settled(...listening: { heard: string[] }[]) {
  for (const { heard } of listening) {
    await expect.poll(() => heard, { timeout: 3_000 }).not.toEqual([])
    heard.length = 0
  }
}

test('a phone that shows a date hears that its times have changed, one that shows another date does not', async () => {
  const admin = (await makeAdmin(app)).browser
  const [day, other] = [await makeEventDate(app.db), await makeEventDate(app.db, '2026-11-21')]
  const docent = await makeDocent(app.db)
  const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
  await makeTourSlots(app.db, other, docent, '10:00')
  const [phone, elsewhere] = [await listen(`schedule:${TODAY}`), await listen('schedule:2026-11-21')]
  await settled(phone, elsewhere)
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } })
  await expect.poll(() => phone.heard).toEqual([`schedule:${TODAY}`])
  expect(elsewhere.heard).toEqual([])
})

test('a board receives changes of its own room only, and of how the names on it are shown', async () => {
  const admin = (await makeAdmin(app)).browser
  const day = await makeEventDate(app.db)
  const booked = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED' })
  const { id: mine } = (booked.reservation as MeetingReservation).room
  const other = await makeRoom(app.db)
  const [board, neighbour] = [await listen(`room:${mine}`), await listen(`room:${other.id}`)]
  await settled(board, neighbour)
  await makeRoomSlots(app.db, day, other, '10:00', '10:10')
  await expect.poll(() => neighbour.heard).toEqual([`room:${other.id}`])
  expect(board.heard).toEqual([])
  await admin.ok(eventSettings.change, {
    body: { event_name: '전시', contact_email: 'a@example.com', display_names: 'hidden' },
  })
  await expect.poll(() => board.heard).toEqual([`room:${mine}`])
  // This room has no reservation.
  expect(neighbour.heard).toEqual([`room:${other.id}`])
})

test('phones receive a docent’s new start point, boards their room’s new name', async () => {
  const admin = (await makeAdmin(app)).browser
  const day = await makeEventDate(app.db)
  const { id, ...docent } = await makeDocent(app.db)
  const { id: room_id, ...room } = await makeRoom(app.db)
  await makeTourSlots(app.db, day, { id }, '10:00')
  await makeRoomSlots(app.db, day, { id: room_id }, '10:00', '10:10')
  const [phone, board] = [await listen(`schedule:${TODAY}`), await listen(`room:${room_id}`)]
  await settled(phone, board)
  await admin.ok(changeDocent, { params: { id: String(id) }, body: { ...docent, start_point: '정문' } })
  await expect.poll(() => phone.heard).toEqual([`schedule:${TODAY}`])
  expect(board.heard).toEqual([])
  await admin.ok(changeRoom, { params: { id: String(room_id) }, body: { ...room, name: '새 방' } })
  await expect.poll(() => board.heard).toEqual([`room:${room_id}`])
})

test('a new listener receives the present state once, and others do not', async () => {
  const admin = (await makeAdmin(app)).browser
  const day = await makeEventDate(app.db)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  const early = await listen(`schedule:${TODAY}`)
  await settled(early)
  // Changed after the second phone read it and before it listens.
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } })
  await settled(early)
  const late = await listen(`schedule:${TODAY},rooms`)
  await expect.poll(() => late.heard.toSorted()).toEqual(['rooms', `schedule:${TODAY}`])
  expect(early.heard).toEqual([])
})

describe('a browser with the present state', () => {
  async function makeReader() {
    const { browser, member } = await makeVisitor(app)
    const hashIn = ({ headers }: { headers: Record<string, unknown> }) =>
      /"(.+)-\w+"/.exec(String(headers['etag']))![1]!
    const read = async () => ({
      schedule: hashIn(await browser.send(getSchedule, { query: { date: TODAY } })),
      mine: hashIn(await browser.send(listMyReservations, {})),
      waits: hashIn(await browser.send(listMyWaitlist, {})),
    })
    const cookie = `session=${browser.jar.get('session')}`
    const begin = async (shown: Awaited<ReturnType<typeof read>>, headers = {}) => {
      const watch = `schedule:${TODAY}~${shown.schedule},mine~${shown.mine},waits~${shown.waits},rooms`
      const listening = hear(await ask(watch, { cookie, ...headers }))
      // The last topic arrives, so the others were skipped.
      await expect.poll(() => listening.heard.at(-1)).toBe('rooms')
      return listening
    }
    return { browser, member, read, begin }
  }
  const OTHERS = [`schedule:${TODAY}`, 'mine', 'waits', 'rooms']

  test('receives nothing at first, and then each change', async () => {
    const { lock } = await makeDay()
    const { read, begin } = await makeReader()
    const { heard } = await begin(await read())
    expect(heard).toEqual(['rooms'])
    await lock()
    await expect.poll(() => heard).toContain(`schedule:${TODAY}`)
    expect(heard).not.toContain('mine')
  })

  test('receives slots that changed after it read them', async () => {
    const { lock } = await makeDay()
    const { read, begin } = await makeReader()
    const before = await read()
    await lock()
    expect((await begin(before)).heard).toEqual([`schedule:${TODAY}`, 'rooms'])
  })

  test('receives an own reservation made after it read the list', async () => {
    const { book } = await makeDay()
    const { browser, read, begin } = await makeReader()
    const { mine } = await read()
    await book(browser)
    expect((await begin({ ...(await read()), mine })).heard).toEqual(['mine', 'rooms'])
  })

  test('receives everything when it reconnects', async () => {
    await makeDay()
    const { read, begin } = await makeReader()
    const shown = await read()
    const { answer } = await begin(shown)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect((await begin(shown, { 'last-event-id': '1' })).heard).toEqual(OTHERS)
  })

  test('receives every topic that cannot be read', async () => {
    await makeDay()
    const { read, begin } = await makeReader()
    const shown = await read()
    app.server.changes.offer('waits', { read: async () => Promise.reject(new Error('away')) })
    expect((await begin(shown)).heard).toEqual(['waits', 'rooms'])
  })

  async function makeDay() {
    const admin = (await makeAdmin(app)).browser
    const day = await makeEventDate(app.db)
    const [slot, other] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00', '11:00')
    return {
      lock: () => admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } }),
      book: (browser: Client) =>
        browser.ok(reserveTour, {
          body: { available_tour_id: other!.id, event_date_id: day.id, visitor: tourParty },
        }),
    }
  }
})

test('the stream is not cached, and sends the time', async () => {
  const { answer } = await listen('rooms')
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(Date.parse(answer.headers.get('x-service-time')!)).toBe(app.now())
  // With an id, which a reconnecting browser sends.
  const { value } = await (await ask('rooms')).body!.getReader().read()
  expect(new TextDecoder().decode(value)).toMatch(/^id: \S/m)
})

test('what is no topic is refused', async () => {
  for (const watch of [
    '',
    'everything',
    'schedule:tomorrow',
    'room:',
    'room:x',
    'room:03',
    'room:3e0',
    'room:0x3',
    'rooms:1',
    'constructor',
    'rooms,nothing',
  ]) {
    const answer = await ask(watch)
    expect([watch, answer.status, await answer.json()]).toMatchObject([watch, 400, { code: 'invalid_input' }])
  }
})

test('unknown topics are ignored, without ending the stream', async () => {
  await makeEventDate(app.db)
  const day = `schedule:${TODAY}`
  const phone = await listen(`room:999,${day},schedule:2030-01-01`)
  await expect.poll(() => phone.heard).toEqual([day])
})

test('a room without slots today is watched too', async () => {
  const admin = (await makeAdmin(app)).browser
  const day = await makeEventDate(app.db)
  const room = await makeRoom(app.db)
  const board = await listen(`room:${room.id}`)
  await settled(board)
  await admin.ok(addRoomSlots, {
    body: {
      room_id: room.id,
      event_date_id: day.id,
      start_time: '10:00',
      end_time: '11:00',
      interval_minutes: 10,
      duration: 10,
    },
  })
  await expect.poll(() => board.heard).toEqual([`room:${room.id}`])
})

test('a topic that cannot be read does not delay others, and is retried', async () => {
  const admin = (await makeAdmin(app)).browser
  const day = await makeEventDate(app.db)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  const room = await makeRoom(app.db)
  let isBroken = false
  const healthy = new Error('the database is away')
  app.server.changes.offer('room', {
    read: async () => {
      if (isBroken) throw healthy
      return { hash: 'mended' }
    },
  })
  const [board, phone] = [await listen(`room:${room.id}`), await listen(`schedule:${TODAY}`)]
  await settled(board, phone)
  isBroken = true
  app.server.changes.offer('room', {
    read: async () => {
      if (isBroken) throw healthy
      return { hash: 'changed' }
    },
  })
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } })
  await expect.poll(() => phone.heard).toEqual([`schedule:${TODAY}`])
  expect(board.heard).toEqual([])
  isBroken = false
  await expect.poll(() => board.heard, { timeout: 5_000 }).toEqual([`room:${room.id}`])
})

test('own reservations are sent only to their member', async () => {
  expect((await ask('mine')).status).toBe(401)
})

/** A member whose session lookup the test delays. */
async function askSlowly() {
  const { browser } = await makeVisitor(app)
  const held = await app.pool.connect()
  await held.query('begin; lock table sessions in access exclusive mode')
  const asked = ask('mine', { cookie: `session=${browser.jar.get('session')}` }).catch(() => undefined)
  await expect.poll(() => countWaiting(app.pool)).toBeGreaterThan(0)
  return {
    asked,
    async goOn() {
      await held.query('commit')
      held.release()
    },
  }
}

test('a browser that disconnects early leaves no stream', async () => {
  const slow = await askSlowly()
  const connection = sockets.at(-1)!
  ends.at(-1)!.abort()
  await once(connection, 'close')
  await slow.goOn()
  await slow.asked
  const rooms = await listen('rooms')
  await settled(rooms)
  expect(app.server.changes.streams.size).toBe(1)
})

test('no stream begins once the service ends', async () => {
  const slow = await askSlowly()
  const closing = app.server.close()
  await slow.goOn()
  await closing
  await slow.asked
  expect(app.server.changes.streams.size).toBe(0)
})

test('streams end when the service does, and none is left behind', async () => {
  const phones = await Promise.all(Array.from({ length: 20 }, () => listen(`schedule:${TODAY}`)))
  await expect.poll(() => app.server.changes.streams.size).toBe(20)
  ends[0]!.abort()
  await expect.poll(() => app.server.changes.streams.size).toBe(19)
  await app.server.close()
  await expect.poll(() => phones.every(({ state }) => state.ended)).toBe(true)
  expect(app.server.changes.streams.size).toBe(0)
})

describe('administrators', () => {
  const TOLD = ['reservations']

  /** Two streams, the second of which only watches, and a request that waits for either. */
  async function makeRequest() {
    const [one, other] = [(await makeAdmin(app)).browser, (await makeAdmin(app)).browser]
    const day = await makeEventDate(app.db)
    const [first, second] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00', '10:30')
    const visitor = (await makeVisitor(app)).browser
    const book = async (slot: { id: number }) => {
      const body = { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty }
      return (await visitor.ok(reserveTour, { body })).reservation
    }
    const screen = await listenAsAdmin(other)
    await settled(screen)
    const reservation = await book(first!)
    await settled(screen)
    return { one, other, screen, reservation, book: () => book(second!) }
  }

  test("hear of each other's decisions and of new requests, and what they hear names nobody", async () => {
    const { one, screen, reservation, book } = await makeRequest()
    await one.ok(actOnReservation, decision(reservation, 'approve'))
    await expect.poll(() => screen.heard).toEqual(TOLD)
    await book()
    await expect.poll(() => screen.heard, { timeout: 3_000 }).toEqual([...TOLD, ...TOLD])
  })

  test.each([
    ['by signing out', async (_: Client, other: Client) => other.ok(adminLogout, {})],
    [
      'with the account',
      async (one: Client) => {
        const { id } = (await one.ok(listAdmins, {})).at(-1)!
        await one.ok(deleteAdmin, { params: { id: String(id) } })
      },
    ],
  ])('whose session has ended %s hear nothing more', async (_how, end) => {
    const { one, other, screen, reservation } = await makeRequest()
    await end(one, other)
    await expect.poll(() => screen.state.ended, { timeout: 3_000 }).toBe(true)
    await one.ok(actOnReservation, decision(reservation, 'approve'))
    expect(screen.heard).toEqual([])
    await expect.poll(() => app.server.changes.streams.size).toBe(0)
  })

  test('receive nothing after their session expires', async () => {
    const { screen } = await makeRequest()
    app.setClock(TODAY, '20:01')
    await app.pool.query(`select pg_notify('fairslot_changed', 'bookings')`)
    await expect.poll(() => screen.state.ended, { timeout: 3_000 }).toBe(true)
    expect(screen.heard).toEqual([])
  })

  test('need their own cookie, path and topic', async () => {
    const { browser } = await makeAdmin(app)
    const visitor = (await makeVisitor(app)).browser
    const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status
    expect(await status('reservations', {}, 'admin')).toBe(401)
    const asVisitor = { cookie: `session=${visitor.jar.get('session')}` }
    expect(await status('reservations', asVisitor, 'admin')).toBe(401)
    expect(await status('reservations', asAdmin(browser))).toBe(400)
    expect(await status('mine', asAdmin(browser), 'admin')).toBe(400)
    expect(await status('reservations', asAdmin(browser), 'admin')).toBe(200)
  })
})
