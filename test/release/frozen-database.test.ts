import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makePool } from '../../server/database/connect.ts'
import { ORDINARY } from '../../server/database/limits.ts'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import {
  makeDataDir,
  postmaster,
  processesOf,
  query,
  signIn,
  startServer,
  wishesFor,
  type RunningServer,
} from '../server-process.ts'

const dataDir = makeDataDir()
let server: RunningServer
let visitor: Awaited<ReturnType<typeof signIn>>
let wishes: Awaited<ReturnType<typeof wishesFor>>
let frozen: number[] = []

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir })
  visitor = await signIn(server.url, SAMPLE_LOGIN)
  wishes = await wishesFor(visitor)
})
afterEach(thaw)
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

function freeze() {
  frozen = processesOf(postmaster(dataDir).pid)
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
}

function thaw() {
  for (const pid of frozen) {
    try {
      process.kill(pid, 'SIGCONT')
    } catch {
      // One that had only to end has ended.
    }
  }
  frozen = []
}

type Answer = { status: number; seconds: number; retry: string | null }

async function answerTo(
  path: string,
  init: { method?: string; headers?: object; body?: string } = {},
): Promise<Answer> {
  const begun = performance.now()
  const answer = await fetch(server.url + path, {
    ...init,
    headers: { cookie: visitor.cookie, ...init.headers },
    signal: AbortSignal.timeout(20_000),
  })
  await answer.arrayBuffer()
  const seconds = (performance.now() - begun) / 1000
  return { status: answer.status, seconds, retry: answer.headers.get('retry-after') }
}

const book = ({ body, key }: (typeof wishes)[number]) =>
  answerTo('/api/user/reserve-meeting/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  })

/** Expects answers that ask to come again, each within so many seconds. */
function expectRefusals(answers: Answer[], within: number) {
  expect(answers.filter(({ status, retry }) => status !== 503 || retry === null)).toEqual([])
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(within)
}

/** Messages that the loops of the process have logged more than once; lines of requests have a pace of their own. */
function repeatedByLoops(): string[] {
  const lines = server
    .output()
    .split('\n')
    .filter((line) => !line.includes('"reqId"'))
  const said = lines.flatMap((line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? [])
  return said.filter((message, at) => said.indexOf(message) !== at)
}

test.skipIf(process.platform !== 'linux')(
  'a frozen database costs nobody more than seconds, and no booking',
  async () => {
    const wanted = wishes.splice(0, 8)
    const early = wanted.map(book)
    freeze()
    const polls = ['/api/user/my-reservations/', '/api/user/schedule/?date=2026-11-20', '/api/user/my-info/']
    const read = () => Promise.all(polls.map((path) => answerTo(path)))
    const reading = read()
    expect(await answerTo('/healthz')).toMatchObject({ status: 200 })
    // A second as promised, and one for a busy machine.
    expectRefusals([await answerTo('/readyz')], 2)
    // A remembered answer is given until it is noticed that the database is silent.
    expectRefusals(
      (await reading).filter(({ status }) => status !== 200),
      4,
    )
    expect((await answerTo('/metrics')).status).toBe(200)
    const answered = await Promise.all(early)
    // One that was quick enough was booked before.
    expectRefusals(
      answered.filter(({ status }) => status !== 201),
      6,
    )
    // By now it is known: nobody waits any more, however many they are.
    expectRefusals(await Promise.all(wanted.map(book)), 1.5)
    // Remembered answers end with the listening connection, which is missed within two seconds.
    const areRefused = async () => (await read()).every(({ status }) => status === 503)
    await expect.poll(areRefused, { interval: 50, timeout: 2_000 }).toBe(true)
    expectRefusals(await read(), 1.5)
    // Some seconds of a phone that asks on, in which the loops of the process look again and again.
    for (let time = 0; time < 500; time += 1) expect((await answerTo('/readyz')).status).toBe(503)

    thaw()
    await expect
      .poll(async () => (await answerTo('/readyz')).status, { interval: 50, timeout: 5_000 })
      .toBe(200)
    expect(repeatedByLoops()).toEqual([])
    const repeated = await Promise.all(wanted.map(book))
    expect(repeated.map(({ status }) => status)).toEqual(wanted.map(() => 201))
    const held = await query<{ slot_id: number; reservations: number }>(
      dataDir,
      `select slot_id, count(*)::int as reservations from reservation_slots
     where slot_id in (${wanted.map(({ slot_id }) => slot_id).join()}) group by slot_id`,
    )
    expect(held.map(({ reservations }) => reservations)).toEqual(wanted.map(() => 1))
    // The mails about them leave: the queue has come back as well.
    const waiting = () => query(dataDir, `select from mails where status = 'queued'`)
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([])
  },
)

test('a time that a paused server holds costs those who want it seconds, and everybody else as little', async () => {
  const { socketFolder, port } = postmaster(dataDir)
  const place = { host: socketFolder, port, user: 'fairslot', database: 'fairslot', max: 1 }
  const [wanted, other] = wishes.splice(0, 2)
  const take = `begin; select from slots where id = ${wanted!.slot_id} for update`

  const forEver = makePool(place, () => {}, { ...ORDINARY, pause: 0 })
  await forEver.query(take)
  const waiting = Array.from({ length: 30 }, (_, phone) => book({ ...wanted!, key: `phone ${phone}` }))
  const reading = await answerTo('/api/user/my-info/')
  expect(reading.seconds).toBeLessThan(4)
  expectRefusals(await Promise.all(waiting), 10)
  expect((await book(other!)).status).toBe(201)
  await forEver.query('rollback')
  await forEver.end()

  // One of our own is given up by PostgreSQL itself, after ten seconds; here sooner.
  const ours = makePool(place, () => {}, { ...ORDINARY, pause: 500 })
  await ours.query(take)
  expect((await book(wanted!)).status).toBe(201)
  await ours.end()
})
