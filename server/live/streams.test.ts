import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteMember } from '../../contract/admin/members.ts'
import { logout } from '../../contract/member.ts'
import type { Client } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeVisitor } from '../../test/make.ts'
import { withClient } from '../../test/test-database.ts'
import { EventStream } from './event-stream.ts'

const app = useTestApp({
  streamLimits: {
    streams: 8,
    streamsOfNetwork: 6,
    anonymous: 4,
    anonymousOfNetwork: 2,
    streamsOfSession: 2,
    sessionCheckMs: 50,
    pingMs: 50,
  },
})
let origin: string
let open: IncomingMessage[]

beforeAll(async () => {
  origin = await app.listen()
})
beforeEach(() => {
  open = []
  return async () => {
    for (const answer of open) answer.destroy()
    await expect.poll(() => app.server.changes.streams.size).toBe(0)
  }
})

type Listener = { watch?: string; cookie?: string; from?: string; side?: string }

async function listen({ watch = 'rooms', cookie = '', from = '127.0.0.1', side = 'public' }: Listener = {}) {
  const path = `${origin}/api/${side}/changes/?watch=${watch}`
  const asked = get(path, { localAddress: from, agent: false, headers: { cookie } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  open.push(answer)
  const state = { heard: '', ended: false }
  answer.on('data', (chunk) => (state.heard += String(chunk)))
  answer.on('close', () => (state.ended = true)).on('error', () => {})
  return { status: answer.statusCode, headers: answer.headers, state }
}
const asMember = ({ jar }: Client) => `session=${jar.get('session')}`
const asAdmin = ({ jar }: Client) => ({
  cookie: `admin_session=${jar.get('admin_session')}`,
  side: 'admin',
  watch: 'reservations',
})

describe('places', () => {
  test('are few for one address without sign-ins, and separate for others', async () => {
    const statuses = []
    for (const from of ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.2'])
      statuses.push((await listen({ from })).status)
    expect(statuses).toEqual([200, 200, 429, 200])
    expect((await listen()).headers['retry-after']).toBe('60')
    open[0]!.destroy()
    await expect.poll(async () => (await listen()).status).toBe(200)
  })

  test('of a session are limited: its newest stream ends its oldest', async () => {
    const cookie = asMember((await makeVisitor(app)).browser)
    const other = await listen({ cookie: asMember((await makeVisitor(app)).browser) })
    const [first, second] = [await listen({ cookie }), await listen({ cookie, watch: 'mine' })]
    const third = await listen({ cookie })
    expect(third.status).toBe(200)
    await expect.poll(() => first.state.ended).toBe(true)
    expect([second, third, other].map(({ state }) => state.ended)).toEqual([false, false, false])
    expect(app.server.changes.streams.size).toBe(3)
  })

  test('for anonymous browsers leave enough for members and administrators', async () => {
    for (const from of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3']) await listen({ from })
    expect((await listen({ from: '127.0.0.4' })).status).toBe(503)
    const beside = []
    for (let n = 0; n < 4; n += 1)
      beside.push(
        (await listen({ cookie: asMember((await makeVisitor(app)).browser), watch: 'mine' })).status,
      )
    expect(beside).toEqual([200, 200, 200, 200])
    expect((await listen({ cookie: asMember((await makeVisitor(app)).browser) })).status).toBe(503)
    expect((await listen(asAdmin((await makeAdmin(app)).browser))).status).toBe(200)
  })

  test('of one address are limited, however many members sign in there', async () => {
    const statuses = []
    for (let n = 0; n < 7; n += 1)
      statuses.push((await listen({ cookie: asMember((await makeVisitor(app)).browser) })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await listen({ from: '127.0.0.2' })).status).toBe(200)
  })

  test('need a valid session cookie, if any', async () => {
    const cookie = 'session=made-up'
    expect((await listen({ cookie, watch: 'mine' })).status).toBe(401)
    const statuses = []
    for (let n = 0; n < 3; n += 1) statuses.push((await listen({ cookie: `${cookie}${n}` })).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('a stream of own reservations ends with its session', () => {
  type Made = Awaited<ReturnType<typeof makeVisitor>>
  test.each<[string, (visitor: Made) => Promise<unknown>]>([
    ['by signing out', ({ browser }) => browser.ok(logout, {})],
    [
      'with the account',
      async ({ member }) =>
        (await makeAdmin(app)).browser.ok(deleteMember, { params: { id: String(member.id) } }),
    ],
    ['by the clock', async () => app.setClock('2026-11-28', '09:00')],
    [
      'in another process',
      ({ member }) =>
        withClient(app.connectionString, (client) =>
          client.query('delete from sessions where member_id = $1', [member.id]),
        ),
    ],
  ])('%s', async (_how, end) => {
    const visitor = await makeVisitor(app)
    const stream = await listen({ cookie: asMember(visitor.browser), watch: 'mine' })
    const neighbour = await listen()
    await end(visitor)
    await expect.poll(() => stream.state.ended).toBe(true)
    expect(neighbour.state.ended).toBe(false)
  })

  test('and one of an administrator at a sign-out elsewhere', async () => {
    const stream = await listen(asAdmin((await makeAdmin(app)).browser))
    await withClient(app.connectionString, (client) => client.query('delete from sessions'))
    await expect.poll(() => stream.state.ended).toBe(true)
  })

  test('and not because the database is briefly unreachable', async () => {
    const stream = await listen({ cookie: asMember((await makeVisitor(app)).browser), watch: 'mine' })
    await withClient(app.connectionString, async (client) => {
      await client.query('alter table sessions rename to sessions_elsewhere')
      let asked = 0
      const count = () => (asked += 1)
      app.pool.on('acquire', count)
      await expect.poll(() => asked).toBeGreaterThan(2)
      app.pool.off('acquire', count)
      await client.query('alter table sessions_elsewhere rename to sessions')
    })
    expect(stream.state.ended).toBe(false)
  })
})

test('every stream sends pings', async () => {
  const listeners = [await listen(), await listen(asAdmin((await makeAdmin(app)).browser))]
  for (const { state } of listeners) await expect.poll(() => state.heard).toMatch(/^:\n[^]*^:\n/m)
})

/** The answer to a browser that reads nothing. */
async function answerUnread() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = connect((server.address() as AddressInfo).port, '127.0.0.1')
  browser.pause()
  browser.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  return { server, browser, response }
}

test('an event for a browser that has just been logged out is dropped', async () => {
  const { server, browser, response } = await answerUnread()
  const errors: unknown[] = []
  response.on('error', (error) => void errors.push(error))
  const stream = new EventStream(response, app.now(), 20)
  stream.close()
  stream.send('mine')
  browser.destroy()
  await once(response, 'close')
  server.close()
  expect(errors).toEqual([])
})

test('a browser that stops reading is disconnected', async () => {
  const { server, browser, response } = await answerUnread()
  const closed = once(response, 'close')
  const stream = new EventStream(response, app.now(), 20)
  // More than the buffers of both sides take.
  stream.send('x'.repeat(64_000_000))
  await closed
  expect(response.writableFinished).toBe(false)
  browser.destroy()
  server.close()
})
