import type { IncomingMessage } from 'node:http'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { login } from '../../contract/login.ts'
import { requestCode } from '../../contract/sign-up.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeLog } from '../log.ts'
import { DatabaseAway } from '../database/failures.ts'
import { AppError } from './app-error.ts'
import { makeRequestIds } from './request-log.ts'

type Line = Record<string, unknown> & { level: number; msg: string }

const LEVELS = { debug: 20, info: 30, warn: 40, error: 50 }

let app: TestApp
let lines: Line[]
beforeAll(async () => {
  const logger = makeLog('debug', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  lines = []
  app = await startTestApp({ logger, trustProxy: ['127.0.0.1'], prepare: addBrokenRoutes })
})
afterAll(() => app.stop())
beforeEach(() => {
  lines = []
})

function addBrokenRoutes(server: TestApp['server']) {
  server.get('/broken/:id', () => {
    throw new Error('a fault of ours')
  })
  server.get('/busy/', () => {
    throw new AppError('not_ready')
  })
  server.get('/quoting/', () =>
    sql`do $$ begin raise 'a fault of ours' using detail = 'Key (phone)=(010-9999-1234) exists'; end $$`.execute(
      server.db,
    ),
  )
  server.get('/away/', () => {
    throw new DatabaseAway(new Error('connect ECONNREFUSED'))
  })
}

/** The one line that a request leaves. */
async function lineOf(request: string | InjectOptions) {
  lines = []
  await app.server.inject(request)
  const found = lines.filter(({ msg }) => msg === 'request')
  expect(found).toHaveLength(1)
  return found[0]!
}

test('every request leaves one line at the level that its answer deserves', async () => {
  expect(await lineOf('/healthz')).toMatchObject({
    level: LEVELS.debug,
    route: '/healthz',
    method: 'GET',
    status: 200,
    ms: expect.any(Number),
    reqId: expect.stringMatching(/^[0-9a-f]{8}-\w+$/),
  })
  expect(await lineOf('/api/user/my-info/')).toMatchObject({ level: LEVELS.info, status: 401 })
  expect(await lineOf('/busy/')).toMatchObject({ level: LEVELS.warn, status: 503 })
  expect(await lineOf('/broken/7')).toMatchObject({ level: LEVELS.error, status: 500 })
})

test('walls that ask in vain do not fill the log', async () => {
  for (const path of ['/api/display/rooms/999/', '/api/display/rooms/x/'])
    expect(await lineOf(path)).toMatchObject({ level: LEVELS.debug, status: 404 })
  expect(await lineOf('/api/nowhere/')).toMatchObject({ level: LEVELS.info, status: 404 })
})

test('a fault of ours is logged with its stack and the id of its request, a database that is away without', async () => {
  const broken = await lineOf('/broken/7')
  const fault = lines.find(({ err }) => err !== undefined)!
  expect(fault).toMatchObject({ reqId: broken['reqId'], err: { stack: expect.stringContaining('at ') } })
  lines = []
  await app.server.inject('/away/')
  expect(lines).not.toEqual([])
  expect(JSON.stringify(lines)).not.toMatch(/stack|\n {4}at /)
})

test('no line holds what somebody typed, his cookies, or his address', async () => {
  const secrets = ['secret-query', 'secret-cookie', '010-9999-1234', '비밀이름', '203.0.113.9', 'secret-path']
  await app.server.inject({
    method: 'POST',
    url: `${login.path}?q=secret-query`,
    headers: { cookie: 'session=secret-cookie', 'x-forwarded-for': '203.0.113.9' },
    payload: { phone: '010-9999-1234', name: '비밀이름' },
  })
  await app.server.inject('/api/secret-path/?q=secret-query')
  await app.server.inject('/broken/secret-path?q=secret-query')
  await app.server.inject('/quoting/')
  expect(lines.map(({ route }) => route)).toContain('none')
  for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret)
})

test('a client refused with 429 is logged with its address, so that it can be blocked', async () => {
  const body = { email: 'busy@example.com' }
  const attempt = () =>
    lineOf({
      method: 'POST',
      url: requestCode.path,
      headers: { 'x-forwarded-for': '203.0.113.9' },
      payload: body,
    })
  let line = await attempt()
  for (let tries = 0; line['status'] !== 429 && tries < 50; tries += 1) line = await attempt()
  expect(line).toMatchObject({ level: LEVELS.warn, status: 429, from: '203.0.113.9' })
})

test('thousands of the same failures are twenty lines and a number', async () => {
  const logger = makeLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const busy = await startTestApp({ logger, prepare: addBrokenRoutes })
  lines = []
  for (let count = 0; count < 50; count += 1) await busy.server.inject('/busy/')
  await busy.server.inject('/api/user/my-info/')
  await busy.stop()
  const of = (status: number) => lines.filter((line) => line['status'] === status)
  expect(of(503).filter(({ msg }) => msg === 'request')).toHaveLength(20)
  expect(of(503).at(-1)).toMatchObject({ level: LEVELS.warn, msg: 'requests', route: '/busy/', more: 30 })
  expect(of(401)).toHaveLength(1)
})

test('requests refused for overload are logged as a count', async () => {
  const logger = makeLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) })
  const busy = await startTestApp({ logger, lateBy: () => 200 })
  lines = []
  const origin = await busy.listen()
  for (const path of ['/', '/api/public/info/', '/api/public/info/'])
    expect((await fetch(new URL(path, origin))).status).toBe(503)
  await busy.stop()
  expect(lines.filter(({ msg }) => msg === 'requests refused for overload')).toEqual([
    expect.objectContaining({ level: LEVELS.warn, admin: 0, visitor: 0, page: 1, poll: 2 }),
  ])
})

const from = (id?: string) => ({ headers: id === undefined ? {} : { 'x-request-id': id } }) as IncomingMessage

test('two processes give no request the same id', () => {
  const [one, other] = [makeRequestIds(false), makeRequestIds(false)]
  expect(new Set([one(from()), one(from()), other(from()), other(from())]).size).toBe(4)
})

test('the id of a declared proxy is kept, if it is one', () => {
  const given = '9f86d081884c7d659a2feaa0c55ad015'
  expect(makeRequestIds(true)(from(given))).toBe(given)
  expect(makeRequestIds(false)(from(given)), 'nobody else may choose').not.toBe(given)
  for (const wrong of ['short', 'with a space 123', 'x'.repeat(65), '{"level":50}'])
    expect(makeRequestIds(true)(from(wrong))).not.toBe(wrong)
})
