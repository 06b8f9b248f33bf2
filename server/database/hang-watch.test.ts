import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createBareDatabase } from '../../test/test-database.ts'
import { makePool } from './connect.ts'
import { watchForHang } from './hang-watch.ts'

const PATIENCE = 7_000
const SILENCE = 1_000

function makeConnection() {
  const ending = new EventEmitter()
  const connection = {
    owed: 0,
    hasAnswered: false,
    patience: PATIENCE,
    isOwed: true,
    given_up: 0,
    isWaiting: () => connection.isOwed,
    abandon() {
      connection.given_up += 1
      ending.emit('end')
    },
    once: ending.once.bind(ending),
  }
  return connection
}

function begin() {
  const pulses: PromiseWithResolvers<string | void>[] = []
  const watch = watchForHang(() => {
    pulses.push(Promise.withResolvers<string | void>())
    return pulses.at(-1)!.promise
  }, SILENCE)
  const connection = makeConnection()
  watch.add(connection)
  const pass = (ms: number) => {
    for (let gone = 0; gone < ms; gone += watch.tickMs) watch.tick()
  }
  const isRefusing = () => {
    try {
      watch.refuseIfHanging()
      return false
    } catch {
      return true
    }
  }
  return { watch, connection, pulses, pass, isRefusing }
}

const heard = () => new Promise(setImmediate)

test('a database that answers promptly is never probed', () => {
  const { connection, pulses, pass } = begin()
  connection.isOwed = false
  pass(60_000)
  expect(pulses).toHaveLength(0)
})

test('a hanging database is detected within two seconds, and every connection is closed', () => {
  const { watch, connection, pass, isRefusing } = begin()
  const idle = makeConnection()
  idle.isOwed = false
  watch.add(idle)
  pass(2_000)
  expect({ waiting: connection.given_up, idle: idle.given_up, refuses: isRefusing() }).toEqual({
    waiting: 1,
    idle: 1,
    refuses: true,
  })
})

test('a slow statement keeps its connection well beyond its own limit, as long as others are answered', async () => {
  const { connection, pulses, pass } = begin()
  for (let gone = 0; gone < PATIENCE; gone += 1_000) {
    expect(connection.given_up).toBe(0)
    pass(1_000)
    for (const pulse of pulses) pulse.resolve()
    await heard()
  }
  pass(500)
  expect(connection.given_up).toBe(1)
  // At most one probe per second.
  expect(pulses.length).toBeLessThan(PATIENCE / 1_000)
})

test('a database that answers others is busy, not hanging, even if new connections fail', async () => {
  const { watch, connection, pulses, pass, isRefusing } = begin()
  const other = makeConnection()
  other.isOwed = false
  watch.add(other)
  const answerOthers = (ms: number) => {
    for (let gone = 0; gone < ms; gone += SILENCE / 2) {
      pass(SILENCE / 2)
      other.hasAnswered = true
    }
  }
  answerOthers(4_000)
  expect(pulses).toHaveLength(1)
  pulses[0]!.reject(new Error('timeout expired'))
  await heard()
  expect({ waiting: connection.given_up, other: other.given_up, refuses: isRefusing() }).toEqual({
    waiting: 0,
    other: 0,
    refuses: false,
  })
  // Without further answers, it hangs.
  pass(2_000)
  expect(isRefusing()).toBe(true)
})

test('connections to the server before a failover are closed, those to its successor stay', async () => {
  const { watch, connection, pulses, pass, isRefusing } = begin()
  const [former, next, starting] = [connection, makeConnection(), makeConnection()]
  Object.assign(former, { server: 'started at nine' })
  Object.assign(next, { server: 'started at ten', isOwed: false })
  watch.add(next)
  watch.add(starting)
  pass(1_000)
  pulses[0]!.resolve('started at ten')
  await heard()
  expect([former, next, starting].map(({ given_up }) => given_up)).toEqual([1, 0, 0])
  expect(isRefusing()).toBe(false)
})

test('the first answer, even a late one, ends the refusals', async () => {
  const { pulses, pass, isRefusing } = begin()
  pass(10_000)
  expect(isRefusing()).toBe(true)
  expect(pulses).toHaveLength(1)
  pulses[0]!.resolve()
  await heard()
  expect(isRefusing()).toBe(false)
})

test('a hanging database is probed until one probe succeeds', async () => {
  const { pulses, pass, isRefusing } = begin()
  pass(2_000)
  for (let n = 0; n < 5; n += 1) {
    pulses.at(-1)!.reject(new Error('connect ECONNREFUSED'))
    await heard()
    expect(isRefusing()).toBe(true)
    pass(250)
    expect(pulses).toHaveLength(n + 2)
  }
  pulses.at(-1)!.resolve()
  await heard()
  expect(isRefusing()).toBe(false)
})

/** The first two connections work, later ones get no answer. */
function layCables() {
  let laid = 0
  return () => {
    const cable = new Socket()
    laid += 1
    if (laid > 2) cable.connect = () => cable
    return cable
  }
}

test('a statement continues while PostgreSQL answers others, even if no new connection opens', async () => {
  const database = await createBareDatabase()
  const { connectionString } = database
  const pool = makePool({ connectionString, max: 2, stream: layCables() }, () => {}, undefined, SILENCE / 4)
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
  const slow = pool.query('select pg_sleep(2)')
  const goesOn = () => Promise.race([slow.then(() => false), pool.query('select 1').then(() => true)])
  while (await goesOn());
  await expect(slow).resolves.toBeDefined()
})
