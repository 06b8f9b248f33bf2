import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listSlotTimes } from '../../contract/admin/slots.ts'
import { reserveTour } from '../../contract/booking.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { listDocents } from '../../contract/places.ts'
import { getSchedule } from '../../contract/schedule.ts'
import { startTestApp, TODAY, type TestApp } from '../../test/app.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../test/make.ts'
import { decision, makeReservation } from '../../test/make-reservation.ts'
import { withClient } from '../../test/test-database.ts'
import type { Owner } from '../http/session.ts'
import { LISTENER_CONNECTION, listenForChanges } from './live-updates.ts'
import type { Topic } from './snapshots.ts'

let app: TestApp
let heard: ('changed' | 'hearing' | 'deaf')[]
let connections: pg.Client[]
let members: number[]
let ended: (Owner | 'all')[]
const topics = new Set<Topic>()
let listening: { stop(): Promise<void> }

const listen = (connectionString = app.connectionString) =>
  listenForChanges(
    () => {
      connections.push(new pg.Client({ connectionString }))
      return connections.at(-1)!
    },
    {
      changed(topic) {
        app.server.snapshots.drop(topic)
        topics.add(topic)
        if (topic.startsWith('member ')) members.push(Number(topic.slice('member '.length)))
        else heard.push('changed')
      },
      sessionsEnded: (owner) => ended.push(owner),
      hearing(hears) {
        heard.push(hears ? 'hearing' : 'deaf')
        app.server.snapshots.keep(hears)
      },
    },
  )

beforeEach(async () => {
  app = await startTestApp()
  heard = []
  members = []
  ended = []
  topics.clear()
  connections = []
  listening = listen()
  await expectToHear('hearing')
})
afterEach(async () => {
  await listening.stop()
  await app.stop()
})

async function expectToHear(what: (typeof heard)[number], times = 1) {
  await expect
    .poll(() => heard.filter((each) => each === what).length, { interval: 5, timeout: 10_000 })
    .toBe(times)
}

const elsewhere = (...statements: string[]) =>
  withClient(app.connectionString, async (client) => {
    for (const statement of statements) await client.query(statement)
  })

test('every change of the schedule by another process is notified', async () => {
  const day = await makeEventDate(app.db)
  const [docent, room] = [await makeDocent(app.db), await makeRoom(app.db)]
  const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
  await expectToHear('changed', 4)
  for (const statement of [
    `update slots set is_locked = true where id = ${slot!.id}`,
    `delete from slots where id = ${slot!.id}`,
    `update docents set name = '새 이름' where id = ${docent.id}`,
    `delete from rooms where id = ${room.id}`,
    `insert into event_dates (date) values ('2026-11-29')`,
    'truncate slots cascade',
  ]) {
    heard.splice(0)
    await elsewhere(statement)
    await expect.poll(() => heard).toContain('changed')
  }
})

test('bookings, decisions and locks notify the topic of bookings; added and deleted slots or dates notify the event', async () => {
  const { browser: admin } = await makeAdmin(app)
  const day = await makeEventDate(app.db)
  const [free] = await makeTourSlots(app.db, day, await makeDocent(app.db), '18:00')
  const { reservation, slots, member } = await makeReservation(app, admin, day)
  const own: Topic = `member ${member.id}`
  await expect.poll(() => members, { interval: 5 }).toContain(member.id)
  for (const [statement, ...expected] of [
    ['update slots set is_locked = true', 'bookings'],
    [`update reservations set note = 'x' where id = ${reservation.id}`, 'bookings', own],
    [`update slots set duration = duration where id = ${slots[0]!.id}`, 'event'],
    [`update event_dates set date = '2026-11-22' where id = ${day.id}`, 'event'],
    [`delete from slots where id = ${free!.id}`, 'event'],
    ['truncate slots cascade', 'bookings', 'event'],
  ] as const) {
    topics.clear()
    await elsewhere(statement)
    await expect.poll(() => [...topics].toSorted(), { interval: 5 }).toEqual([...expected].toSorted())
  }
})

test('a change is notified at its commit, and not after a rollback', async () => {
  const insert = `insert into event_dates (date) values ('2026-11-29')`
  await elsewhere('begin', insert, 'rollback', 'begin', insert, 'commit')
  await expectToHear('changed')
})

test('a lost connection is detected at once, and the next one receives notifications', async () => {
  const { browser } = await makeVisitor(app)
  const docent = await makeDocent(app.db)
  await makeTourSlots(app.db, await makeEventDate(app.db), docent, '10:00')
  const isAvailable = async () => {
    const { tour_schedule } = await browser.ok(getSchedule, { query: { date: TODAY } })
    return tour_schedule.flatMap((row) => row.time_slots.map((slot) => slot.is_available))
  }
  expect(await isAvailable()).toEqual([true])
  heard.splice(0)
  await elsewhere(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  await expectToHear('deaf')
  await elsewhere('update slots set is_locked = true')
  expect(await isAvailable()).toEqual([false])
  await expectToHear('hearing')
  expect(connections).toHaveLength(2)
  heard.splice(0)
  await elsewhere('update slots set is_locked = false')
  await expectToHear('changed')
  expect(await isAvailable()).toEqual([true])
})

test('connecting is retried until stopped', async () => {
  await listening.stop()
  connections = []
  heard = []
  listening = listen('postgres://127.0.0.1:1/nowhere')
  await expect.poll(() => connections.length, { timeout: 10_000 }).toBeGreaterThan(1)
  expect(new Set(heard)).toEqual(new Set(['deaf']))
})

test('after stopping, nothing is notified and no connection remains', async () => {
  await listening.stop()
  heard.splice(0)
  await elsewhere(`insert into event_dates (date) values ('2026-11-29')`)
  const { rows } = await app.pool.query(
    `select from pg_stat_activity where datname = current_database() and query like 'listen%'`,
  )
  expect(rows).toEqual([])
  expect(heard).toEqual([])
})

/** A connection that goes silent once `cut`, without an error at either end. */
async function layCable(target: pg.Client) {
  let isCut = false
  const sockets: Socket[] = []
  const cable = createServer((near) => {
    const far = connect(
      target.host.startsWith('/')
        ? { path: `${target.host}/.s.PGSQL.${target.port}` }
        : { host: target.host, port: target.port },
    )
    sockets.push(near, far)
    near.on('data', (chunk) => isCut || far.write(chunk)).on('error', () => {})
    far.on('data', (chunk) => isCut || near.write(chunk)).on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(cable, 'listening')
  return {
    port: (cable.address() as AddressInfo).port,
    cut: () => void (isCut = true),
    remove() {
      for (const socket of sockets) socket.destroy()
      cable.close()
    },
  }
}

test('a silent connection is detected, and nothing is cached until there is a new one', async () => {
  const direct = new pg.Client({ connectionString: app.connectionString })
  const cable = await layCable(direct)
  const { user, password, database } = direct
  const said: boolean[] = []
  const far = listenForChanges(
    () =>
      new pg.Client({
        host: '127.0.0.1',
        port: cable.port,
        user: user!,
        password: password!,
        database: database!,
        ...LISTENER_CONNECTION,
      }),
    {
      changed() {},
      sessionsEnded() {},
      hearing: (hears) => said.push(hears),
    },
  )
  await expect.poll(() => said.at(-1)).toBe(true)
  const before = said.length
  cable.cut()
  // Two seconds as promised, and two for a busy machine.
  await expect.poll(() => said.slice(before), { timeout: 4_000 }).toContain(false)
  await far.stop()
  cable.remove()
})

test('a change of reservations names the member, whatever caused it', async () => {
  const day = await makeEventDate(app.db)
  const { browser: admin } = await makeAdmin(app)
  const { reservation, member } = await makeReservation(app, admin, day)
  await elsewhere(`update reservations set note = 'x' where id = ${reservation.id}`)
  await expect.poll(() => members).toEqual([member.id, member.id])
})

test('a booking is notified once, and to its member', async () => {
  const day = await makeEventDate(app.db)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  const { browser, member } = await makeVisitor(app)
  await expectToHear('changed', 3)
  topics.clear()
  await browser.ok(reserveTour, {
    body: { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty },
  })
  await expect.poll(() => members).toEqual([member.id])
  await expectToHear('changed', 4)
  expect(topics).toEqual(new Set(['bookings', `member ${member.id}`]))
})

describe('what is cached', () => {
  async function makeReader() {
    const { browser } = await makeVisitor(app)
    const missesOf = async (read: () => Promise<unknown>) => {
      const before = app.server.snapshots.asked.misses
      await read()
      return app.server.snapshots.asked.misses - before
    }
    return {
      browser,
      read: async () => ({
        schedule: await missesOf(() => browser.ok(getSchedule, { query: { date: TODAY } })),
        docents: await missesOf(() => browser.ok(listDocents, {})),
      }),
    }
  }

  test("of the lists outlives an administrator's decision, which the schedule shows at once", async () => {
    const { browser: admin } = await makeAdmin(app)
    const { reservation } = await makeReservation(app, admin, await makeEventDate(app.db))
    const { read } = await makeReader()
    await expect.poll(async () => Object.values(await read())).toEqual([0, 0])
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect(await read()).toEqual({ schedule: 2, docents: 0 })
  })

  test("of the lists outlives another process's booking, and not its change of a docent", async () => {
    const day = await makeEventDate(app.db)
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    await expectToHear('changed', 3)
    const { read } = await makeReader()
    await read()
    await elsewhere(`update slots set is_locked = true where id = ${slot!.id}`)
    await expectToHear('changed', 4)
    expect(await read()).toEqual({ schedule: 2, docents: 0 })
    await elsewhere(`update docents set name = '새 이름' where id = ${docent.id}`)
    await expectToHear('changed', 5)
    expect(await read()).toEqual({ schedule: 2, docents: 1 })
  })

  test('of all dates’ slots is dropped when another process adds or deletes a slot', async () => {
    const day = await makeEventDate(app.db)
    const docent = await makeDocent(app.db)
    const { browser: admin } = await makeAdmin(app)
    const times = async () => (await admin.ok(listSlotTimes, { query: { kind: 'tour' } })).patterns
    await expectToHear('changed', 2)
    for (const [change, shown] of [
      [() => makeTourSlots(app.db, day, docent, '10:00'), ['10:00+25']],
      [
        () =>
          elsewhere(
            `update slots set duration = 20, end_time = '10:20', ends_at = starts_at + interval '20 minutes'`,
          ),
        ['10:00+20'],
      ],
      [() => elsewhere('delete from slots'), []],
    ] as const) {
      await times()
      heard.splice(0)
      await change()
      await expectToHear('changed')
      expect(await times()).toEqual(shown)
    }
  })

  test('during a change is dropped with its notification', async () => {
    const day = await makeEventDate(app.db)
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    await expectToHear('changed', 3)
    const { read } = await makeReader()
    await withClient(app.connectionString, async (client) => {
      await client.query(`begin; update slots set is_locked = true where id = ${slot!.id}`)
      await read()
      await client.query('commit')
    })
    await expectToHear('changed', 4)
    expect(await read()).toEqual({ schedule: 2, docents: 0 })
  })
})
