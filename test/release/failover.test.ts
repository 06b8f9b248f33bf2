import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signIn, startServer, wishesFor, type RunningServer } from '../server-process.ts'
import { startAddress, startPair } from './standby.ts'

vi.setConfig({ testTimeout: 120_000 })

const AT_ONCE = 8
const PAUSE_MS = 200
type Member = { phone: string; name: string }

const BEFORE = 40
const AFTER = 40

/** Two servers at an address that leads to the first of two databases. */
async function startService(isSynchronous: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-failover-'))
  const pair = await startPair(isSynchronous)
  const address = await startAddress(pair.primary)
  const servers: RunningServer[] = []
  onTestFinished(async () => {
    for (const server of servers) await server.kill()
    address.stop()
    await pair.stop()
    rmSync(folder, { recursive: true })
  })
  const env = { DATABASE_URL: address.url, DATA_DIR: folder, SECRET: 'the secret of both servers, all along' }
  for (const DEMO of ['1', '0']) servers.push(await startServer({ ...env, DEMO }))
  const members = await pair.ask<Member>(
    'primary',
    `select phone, name from members order by id limit ${AT_ONCE}`,
  )
  const visitors = await Promise.all(members.map((member) => signIn(servers[0]!.url, member)))
  return { pair, address, servers, book: await startBooking(servers, visitors) }
}

type Visitor = Awaited<ReturnType<typeof signIn>>
type Wish = Awaited<ReturnType<typeof wishesFor>>[number]

/** Visitors who book one time after the other, and repeat a request until it is answered. */
async function startBooking(servers: RunningServer[], visitors: Visitor[]) {
  const wishes = await wishesFor(visitors[0]!)
  /** Ids of reservations that the service has confirmed, with the time of the answer. */
  const confirmed: { id: number; slot_id: number; at: number }[] = []
  const others: number[] = []
  const over = new AbortController()
  const { signal } = over
  const ask = async ({ cookie }: Visitor, wish: Wish, server: RunningServer) => {
    const answer = await fetch(`${server.url}/api/user/reserve-meeting/`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': wish.key },
      body: JSON.stringify(wish.body),
    })
    const body = (await answer.json()) as { reservation?: { id: number } }
    if (answer.status === 201)
      confirmed.push({ id: body.reservation!.id, slot_id: wish.slot_id, at: performance.now() })
    else others.push(answer.status)
    return answer.status
  }
  const run = async (visitor: Visitor, nth: number) => {
    for (let tries = nth; !signal.aborted && wishes.length > 0; await sleep(PAUSE_MS)) {
      const wish = wishes.shift()!
      while (!signal.aborted && (await ask(visitor, wish, servers[tries % servers.length]!)) === 503) {
        tries += 1
        await sleep(PAUSE_MS)
      }
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
  vi.waitUntil(() => confirmed.length >= count, { timeout: 30_000, interval: 20 })

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

test('after a failover to a synchronous standby every confirmed booking is there, and the service goes on', async () => {
  const service = await startService(true)
  const { pair, servers, book } = service
  await reach(book, BEFORE)
  const failed = performance.now()
  await fail(service)
  // A standby answers reads, but a service that cannot book is not ready.
  const states = async () =>
    Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))
  await expect.poll(states, { timeout: 10_000 }).toEqual([503, 503])
  const before = book.confirmed.length
  await sleep(1_000)
  expect(book.confirmed).toHaveLength(before)
  const promoted = performance.now()
  await pair.promote()
  await reach(book, before + AFTER)
  await expect.poll(states, { timeout: 10_000 }).toEqual([200, 200])
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
