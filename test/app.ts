import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { CallInput, Endpoint, ResponseOf } from '../contract/endpoint.ts'
import type { ErrorBody } from '../contract/errors.ts'
import { instantOf } from '../domain/madrid-time.ts'
import { buildApp } from '../server/build-app.ts'
import { makeDb, makePool } from '../server/database/connect.ts'
import { postMail, resendMails } from '../server/mail/outbox.ts'
import { createTestDatabase } from './test-database.ts'

/** The day on which tests take place unless they say otherwise: a Friday, an hour before the first slot. */
export const TODAY = '2026-11-20'

/**
 * The real server on a real database of its own, with a clock that stands still until it is set. Mails are written to
 * the outbox; nobody sends them.
 */
export async function startTestApp(
  options: { publicUrl?: string; webRoot?: string; rehearsal?: boolean; mailFolder?: string } = {},
) {
  const database = await createTestDatabase()
  const pool = makePool({ connectionString: database.connectionString, max: 60 }, () => {})
  const db = makeDb(pool)
  let now = at(TODAY, '08:00')
  const server = await buildApp({
    db,
    clock: () => now,
    postMail: (tx, mails, when) => postMail(tx, { insert: async () => null }, mails, when),
    resendMails: (tx, ids, now) => resendMails(tx, { insert: async () => null }, ids, now),
    publicUrl: options.publicUrl ?? 'http://localhost:3000',
    ...(options.rehearsal && { rehearsal: true }),
    ...(options.mailFolder && { mailFolder: options.mailFolder }),
    ...(options.webRoot && { webRoot: options.webRoot }),
  })
  await server.ready()
  return {
    server,
    db,
    pool,
    connectionString: database.connectionString,
    /** Sets the service's clock to a Madrid wall time. */
    setClock(date: string, time: string) {
      now = at(date, time)
    },
    /** Lets time pass on the service's clock. */
    passMinutes(minutes: number) {
      now += minutes * 60_000
    },
    now: () => now,
    client: (cookies: Record<string, string> = {}) => makeClient(server, cookies),
    /** Opens a port for real connections, and answers the address of the server. */
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    mails: () => db.selectFrom('mails').selectAll().orderBy('id').execute(),
    async stop() {
      await server.close()
      if (!pool.ending) await db.destroy()
      await database.drop()
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
export type Client = ReturnType<typeof makeClient>
type Refusal = ErrorBody & { status: number; headers: Record<string, unknown> }

/** The instant of a Madrid wall time that exists. */
export function at(date: string, time: string): number {
  const instant = instantOf(date, time)
  if (instant === null) throw new Error(`${date} ${time} does not exist in Madrid`)
  return instant
}

/** A browser of one person: it keeps cookies and repeats the CSRF token as the web app does. */
function makeClient(server: FastifyInstance, cookies: Record<string, string>) {
  const jar = new Map(Object.entries(cookies))

  async function send<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    headers: Record<string, string> = {},
  ) {
    const { params, query, body } = input as { params?: object; query?: object; body?: object }
    let path: string = endpoint.path
    for (const [name, value] of Object.entries(params ?? {})) path = path.replace(`{${name}}`, String(value))
    const response = await server.inject({
      method: endpoint.method,
      url: path,
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
    /** Calls, expects success, and checks that the answer is exactly what the contract declares. */
    async ok<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseOf<E>> {
      const response = await send(endpoint, input)
      const answer: unknown = response.json()
      expect({ status: response.statusCode, answer }).toMatchObject({ status: endpoint.status ?? 200 })
      const parsed = endpoint.response.parse(answer)
      expect(answer, 'an answer holds only declared fields').toEqual(parsed)
      return parsed as ResponseOf<E>
    },
    /** Calls, expects a refusal, and checks that it has the one shape of failures. */
    async refused<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Refusal> {
      const response = await send(endpoint, input)
      const body = response.json<ErrorBody>()
      expect({ status: response.statusCode, body }).not.toMatchObject({ status: endpoint.status ?? 200 })
      expect(body).toEqual({
        code: expect.any(String),
        error: expect.any(String),
        message: body.error,
        ...(body.fields && { fields: body.fields }),
      })
      return { ...body, status: response.statusCode, headers: response.headers }
    },
  }
}
