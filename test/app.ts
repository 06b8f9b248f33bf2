import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type pg from 'pg'
import { expect } from 'vitest'
import type { CallInput, Endpoint, ResponseOf } from '../contract/endpoint.ts'
import type { ErrorBody } from '../contract/errors.ts'
import { instantOf } from '../domain/madrid-time.ts'
import { buildApp, type AppParts } from '../server/build-app.ts'
import { makeDb, makePool } from '../server/database/connect.ts'
import { ORDINARY } from '../server/database/limits.ts'
import { postMail } from '../server/outbox/post-mail.ts'
import type { Mail } from '../server/mail/mail.ts'
import { writeMail } from '../server/mail/write-mail.ts'
import { readKeys } from '../server/secret.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A Friday, an hour before the first slot. */
export const TODAY = '2026-11-20'
export const SECRET = 'the secret of an installation in tests'

// More than one server admits, on a busy machine: no test request may be refused.
const CROWDED = { max: 60, connectionTimeoutMillis: 20_000 }
const PATIENT = { ...ORDINARY, lock: 20_000, statement: 25_000 }
// A machine that pauses for a second must not look like a hanging database.
const SILENCE_MS = 20_000

/** The real server with a database of its own and a clock that stands still. Mails stay in the outbox. */
export async function startTestApp({
  database: given,
  pool: settings,
  hears,
  prepare,
  ...parts
}: Partial<Omit<AppParts, 'db' | 'clock' | 'pool'>> & {
  /** An existing database; it is dropped in the end. */
  database?: TestDatabase
  pool?: pg.PoolConfig
  /** Listens to changes of its database, and so caches reads. */
  hears?: boolean
  prepare?: (server: FastifyInstance) => void
} = {}) {
  const database = given ?? (await createTestDatabase())
  const { connectionString } = database
  const pool = makePool({ connectionString, ...CROWDED, ...settings }, () => {}, PATIENT, SILENCE_MS)
  const db = makeDb(pool)
  let now = at(TODAY, '08:00')
  const server = await buildApp({
    db,
    clock: () => now,
    deviceClock: () => now,
    postMail,
    publicUrl: 'http://localhost:3000',
    keyFor: readKeys({ secret: SECRET, data_dir: '' }),
    metricsAllow: ['127.0.0.1'],
    pool,
    // The clock stands still.
    bookingsAMinute: Infinity,
    ...(hears && { listenerConnection: { connectionString } }),
    ...parts,
  })
  prepare?.(server)
  await server.ready()
  return {
    server,
    db,
    pool,
    connectionString,
    /** A Madrid wall time. */
    setClock(date: string, time: string) {
      now = at(date, time)
    },
    passMinutes(minutes: number) {
      now += minutes * 60_000
    },
    now: () => now,
    client: (cookies: Record<string, string> = {}, address = '127.0.0.1') =>
      makeClient((asked) => server.inject(asked), cookies, address),
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    /** With their texts, as they are sent. */
    async mails() {
      const rows = await db.selectFrom('mails').selectAll().orderBy('id').execute()
      return rows.map(withTexts)
    },
    async stop() {
      await server.close()
      if (!pool.ending) await db.destroy()
      await database.drop()
    },
  }
}

export function withTexts<Row extends { kind: string; facts: unknown }>(row: Row) {
  const texts = row.facts === null ? undefined : writeMail(row as unknown as Mail)
  return {
    ...row,
    text: texts?.text ?? '',
    html: texts?.html ?? '',
    calendar: texts?.calendar?.content ?? null,
    calendar_method: texts?.calendar?.method ?? null,
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
export type Client = ReturnType<typeof makeClient>
type Refusal = ErrorBody & { status: number; headers: Record<string, unknown> }

export function at(date: string, time: string): number {
  const instant = instantOf(date, time)
  if (instant === null) throw new Error(`${date} ${time} does not exist in Madrid`)
  return instant
}

export type Asked = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  remoteAddress: string
  query: Record<string, string>
  cookies: Record<string, string>
  headers: Record<string, string>
  payload?: object
}
type Transport = (asked: Asked) => Promise<LightMyRequestResponse>

/** A browser: stores cookies and repeats the CSRF token as the web app does. */
export function makeClient(transport: Transport, cookies: Record<string, string>, remoteAddress: string) {
  const jar = new Map(Object.entries(cookies))

  async function send<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers: Record<string, string> = {},
  ) {
    const { params, query, body } = input as { params?: object; query?: object; body?: object }
    let path: string = endpoint.path
    for (const [name, value] of Object.entries(params ?? {})) path = path.replace(`{${name}}`, String(value))
    const response = await transport({
      method: endpoint.method,
      url: path,
      remoteAddress,
      query: Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)])),
      cookies: Object.fromEntries(jar),
      headers: { ...(jar.has('csrftoken') && { 'x-csrftoken': jar.get('csrftoken')! }), ...headers },
      ...(body && { payload: body }),
    })
    for (const { name, value } of response.cookies) jar.set(name, value)
    return response
  }

  return {
    jar,
    send,
    /** Expects success and exactly the answer that the contract declares. */
    async ok<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
      const response = await send(endpoint, input)
      const answer: unknown = response.json()
      expect({ status: response.statusCode, answer }).toMatchObject({ status: endpoint.status ?? 200 })
      const parsed = endpoint.response.parse(answer)
      expect(answer, 'an answer holds only declared fields').toEqual(parsed)
      return parsed as ResponseOf<E>
    },
    /** Expects a failure in the standard form. */
    async refused<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Refusal> {
      const response = await send(endpoint, input)
      const body = response.json<ErrorBody>()
      expect({ status: response.statusCode, body }).not.toMatchObject({ status: endpoint.status ?? 200 })
      expect(body).toEqual({
        code: expect.any(String),
        error: expect.any(String),
        message: body.error,
        ...(body.fields && { fields: body.fields, field_codes: body.field_codes }),
        ...(body.reason && { reason: body.reason }),
        ...(body.results && { results: body.results }),
      })
      return { ...body, status: response.statusCode, headers: response.headers }
    },
  }
}
