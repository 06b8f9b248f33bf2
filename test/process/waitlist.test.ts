import { rmSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import { openDatabase } from '../../torture/database.ts'
import { at, makeClient, SECRET, TODAY, type Asked } from '../app.ts'
import { HOURS, makeSides, makeWorld, minutesOf, STEPS, type Sides } from '../race/waitlist-world.ts'
import { makeDataDir, startServer, type RunningServer } from '../server-process.ts'

// As test/race/waitlist-model.test.ts, but that the two servers share nothing but PostgreSQL.

const SEEDS = [21, 22, 23]
// A process is started anew for each.
const [FIRST, LATER] = HOURS

const dataDirs = [makeDataDir(), makeDataDir()]
const running: RunningServer[] = []
let database: Awaited<ReturnType<typeof openDatabase>>
let pool: ReturnType<typeof makePool>
let sides: Sides

/** Sends what a browser sends to the process that serves as the first or second one, and answers as if it were injected. */
const over = (which: number) => async (asked: Asked) => {
  const { method, url, query, cookies, headers, payload } = asked
  const address = `${running[which]!.url}${url}?${String(new URLSearchParams(query))}`
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const response = await fetch(address, {
    method,
    headers: {
      ...headers,
      cookie: cookie.join('; '),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: JSON.stringify(payload) }),
  })
  const body = await response.text()
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0]!.split('='))
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body,
    json: () => JSON.parse(body) as unknown,
    cookies: given.map(([name, value]) => ({ name, value: decodeURIComponent(value!) })),
  } as unknown as LightMyRequestResponse
}

/** Both processes anew, on a clock that begins at this hour. */
async function startBoth(hour: string) {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  const shared = { SECRET, DATABASE_URL: database.url, CLOCK_START: `${TODAY}T${hour}:00+01:00` }
  running.push(...(await Promise.all(dataDirs.map((DATA_DIR) => startServer({ DATA_DIR, ...shared })))))
}

beforeAll(async () => {
  database = await openDatabase()
  await startBoth(FIRST)
  pool = makePool({ connectionString: database.url }, () => {})
  const db = makeDb(pool)
  const [first, second] = [0, 1].map((which) => ({
    db,
    now: () => at(TODAY, FIRST),
    client: () => makeClient(over(which), {}, '127.0.0.1'),
  }))
  sides = await makeSides(pool, first!, second!)
})
afterAll(async () => {
  await Promise.all(running.map((server) => server.stop()))
  await pool.end()
  await database.close()
  for (const dir of dataDirs) rmSync(dir, { recursive: true })
})

test('two processes that free, wait for and serve times give them to whoever must have them', async () => {
  const worlds = await Promise.all(SEEDS.map((seed) => makeWorld(seed, sides)))
  for (const hour of [FIRST, LATER]) {
    if (hour === LATER) await startBoth(hour)
    await Promise.all(
      worlds.map(async (world) => {
        world.model.now = minutesOf(hour)
        for (let n = 0; n < STEPS; n += 1) await world.step()
      }),
    )
  }
  const served = worlds.flatMap(({ model }) => model.entries.filter(({ outcome }) => outcome === 'served'))
  expect(served.length).toBeGreaterThan(1)
})
