import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePorts, nginxProgram, openHttp2, startNginx, type Browser } from '../nginx.ts'
import { startServer, wishesFor, type RunningServer } from '../server-process.ts'
import { startAddress, startPair } from './standby.ts'

const AT_ONCE = 8
const PAUSE_MS = 200
const BEFORE = 40
const AFTER = 40
const SOON = { timeout: 30_000, interval: 20 }

type Member = { phone: string; name: string }

/** Two servers behind nginx, at an address that leads to the first of two databases. */
async function startService(isSynchronous: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-failover-'))
  const pair = await startPair(isSynchronous)
  const address = await startAddress(pair.primary)
  const [first, second, http, https] = (await findFreePorts(4)) as [number, number, number, number]
  const nginx = await startNginx({ http, https, upstream: [first, second] })
  const PUBLIC_URL = `https://localhost:${https}`
  const running: RunningServer[] = []
  onTestFinished(async () => {
    for (const server of running) await server.kill()
    await nginx.stop()
    address.stop()
    await pair.stop()
    rmSync(folder, { recursive: true })
  })
  const env = { DATABASE_URL: address.url, DATA_DIR: folder, SECRET: 'the secret of both servers, all along' }
  const proxied = { PUBLIC_URL, ALLOWED_HOSTS: '127.0.0.1', TRUST_PROXY: '127.0.0.1' }
  for (const port of [first, second])
    running.push(await startServer({ ...env, ...proxied, DEMO: '1', PORT: String(port) }))
  const members = await pair.ask<Member>(
    'primary',
    `select phone, name from members order by id limit ${AT_ONCE}`,
  )
  const browser = await openHttp2(PUBLIC_URL, nginx.ca)
  const visitors = await Promise.all(members.map((member) => signIn(browser, member)))
  const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  const readiness = () => Promise.all([isReady(first), isReady(second)])
  return { pair, address, readiness, book: await startBooking(visitors) }
}

async function signIn({ ask }: Browser, member: Member) {
  const login = await ask('POST', '/api/user/login/', { body: JSON.stringify(member) })
  expect(login.status).toBe(200)
  const headers = { cookie: String(login.headers['set-cookie']).split(';')[0]! }
  return {
    get: async (path: string) => JSON.parse((await ask('GET', path, { headers })).text) as unknown,
    book: ({ key, body }: Wish) =>
      ask('POST', '/api/user/reserve-meeting/', {
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      }),
  }
}

type Visitor = Awaited<ReturnType<typeof signIn>>
type Wish = Awaited<ReturnType<typeof wishesFor>>[number]

/** Visitors who book one time after the other, and repeat a request until it is answered. */
async function startBooking(visitors: Visitor[]) {
  const wishes = await wishesFor(visitors[0]!)
  /** Reservations that the service has confirmed, with the time of the answer. */
  const confirmed: { id: number; at: number }[] = []
  const others: number[] = []
  const over = new AbortController()
  const { signal } = over
  const ask = async (visitor: Visitor, wish: Wish) => {
    const { status, text } = await visitor.book(wish)
    const { reservation } = JSON.parse(text) as { reservation?: { id: number } }
    if (status === 201) confirmed.push({ id: reservation!.id, at: performance.now() })
    else others.push(status)
    return status
  }
  const run = async (visitor: Visitor) => {
    for (; !signal.aborted && wishes.length > 0; await sleep(PAUSE_MS)) {
      const wish = wishes.shift()!
      while (!signal.aborted && (await ask(visitor, wish)) === 503) await sleep(PAUSE_MS)
    }
  }
  const running = Promise.all(visitors.map(run))
  return {
    confirmed,
    others,
    async end() {
      over.abort()
      await running
    },
  }
}

type Service = Awaited<ReturnType<typeof startService>>

const reach = ({ confirmed }: Service['book'], count: number) =>
  vi.waitUntil(() => confirmed.length >= count, SOON)

async function fail({ pair, address }: Service) {
  address.cut()
  await pair.kill()
  address.move(pair.standby)
}

/** Confirmed bookings that the promoted database lacks, and times that it sold twice. */
async function count({ pair, book }: Service) {
  const kept = await pair.ask<{ id: number }>('standby', 'select id from reservations')
  const ids = new Set(kept.map(({ id }) => id))
  const twice = await pair.ask(
    'standby',
    'select slot_id from reservation_slots join reservations r on r.id = reservation_id ' +
      `where r.status in ('PENDING', 'APPROVED') group by slot_id having count(*) > 1`,
  )
  return { lost: book.confirmed.filter(({ id }) => !ids.has(id)).length, twice }
}

// Where there is no nginx, `npm run check:release` says so.
describe.skipIf(!nginxProgram)('two servers behind nginx', () => {
  test('after a failover to a synchronous standby every confirmed booking is there, and the service goes on', async () => {
    const service = await startService(true)
    const { pair, readiness, book } = service
    await reach(book, BEFORE)
    const failed = performance.now()
    await fail(service)
    // A standby answers reads, but a service that cannot book is not ready.
    await expect.poll(readiness, SOON).toEqual([503, 503])
    const before = book.confirmed.length
    const refused = book.others.length
    await vi.waitUntil(() => book.others.length >= refused + 4 * AT_ONCE, SOON)
    expect(book.confirmed).toHaveLength(before)
    const promoted = performance.now()
    await pair.promote()
    await reach(book, before + AFTER)
    await expect.poll(readiness, SOON).toEqual([200, 200])
    await book.end()
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
    const next = book.confirmed[before]!.at
    console.log(
      `Failover: the first booking was confirmed ${seconds(next - promoted)} after the promotion, ` +
        `${seconds(next - failed)} after the loss; ${before} were confirmed before, ${book.confirmed.length - before} after it.`,
    )
    expect(await count(service)).toEqual({ lost: 0, twice: [] })
    expect(book.others.filter((status) => status !== 503)).toEqual([])
  })

  test('control: an asynchronous standby loses confirmed bookings, and they are counted', async () => {
    const service = await startService(false)
    const { pair, book } = service
    await reach(book, 5)
    await pair.stopFollowing()
    await reach(book, BEFORE)
    await fail(service)
    await pair.promote()
    await book.end()
    expect((await count(service)).lost).toBeGreaterThan(0)
  })
})
