import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ERRORS } from '../../contract/errors.ts'
import { startTestApp, type Client, type TestApp } from '../../test/app.ts'
import { makeAdmin, makeVisitor } from '../../test/make.ts'
import { fillSampleEvent } from '../sample-event/sample-event.ts'
import { makeExampleOf } from './openapi/examples.ts'
import { inputSchema } from './openapi/schemas.ts'

const exampleOf = makeExampleOf('2026-11-21')

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120)
/** Each season begins with a fresh sample event: the calls that delete everything would soon leave nothing to break. */
const SEASONS = 8
const ROUNDS = 15

let app: TestApp
let browsers: Record<Endpoint['audience'], Client>
const succeeded = new Map<string, number>()

async function beginSeason() {
  app = await startTestApp()
  await fillSampleEvent(app.db, 'http://localhost', app.now())
  await signInAgain()
}

/** Some of the calls end sessions or delete their caller. */
async function signInAgain() {
  browsers = {
    public: app.client(),
    member: (await makeVisitor(app, { is_vip: true, is_vvip: true })).browser,
    admin: (await makeAdmin(app)).browser,
  }
}

/** The same numbers for the same seed, in 0 to 1. */
function makeRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = makeRandom(SEED)
const oneOf = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] })

const HOSTILE: (() => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => '   ',
  () => -1,
  () => 0.1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER,
  () => 2_147_483_648,
  () => '1',
  () => [],
  () => [null],
  () => ({}),
  () => nested(200),
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => '👩‍👩‍👧‍👦'.repeat(30),
  () => '\u202e\u2066مرحبا',
  () => 'x'.repeat(100_000),
  () => '<script>alert(1)</script>',
  () => "'; drop table slots; --",
  () => '%_\\',
  () => '9999-12-31',
  () => '0000-00-00',
  () => '25:61',
  () => ({ __proto__: { is_vip: true }, constructor: 1 }),
  () => 'NaN',
]
const hostile = () => oneOf(HOSTILE)()

/** The sample event's ids, by the field that names them; others are drawn from all slots. */
const IDS: Readonly<Record<string, number>> = {
  event_date_id: 2,
  docent_id: 4,
  room_id: 6,
  id: 45,
  available_tour_id: 68,
  user_id: 12,
}
const idFor = (name: string) => Math.ceil(random() * (random() < 0.9 ? (IDS[name] ?? 400) : 5_000))

const PLAUSIBLE = [
  '010-1234-5678',
  'someone@example.com',
  '박지민',
  'approve',
  'reject',
  'lock',
  'VIP_TOUR',
  'GROUP_MEETING',
  '09:00',
  '17:00',
  'tour',
  'full',
]

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
}

/** A body of the declared shape: mostly what an ordinary day sends, with a wrong value here and there. */
function madeFor(schema: Schema, name = ''): unknown {
  const dice = random()
  if (dice < 0.04) return hostile()
  if (dice < 0.08) return oneOf(PLAUSIBLE)
  if (schema.enum) return random() < 0.5 ? exampleOf(schema, name) : oneOf(schema.enum)
  if (schema.anyOf) return madeFor(oneOf(schema.anyOf), name)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          // Mostly refused: what an edit was made from, the shown time of a slot, another time for a reservation of others.
          .filter(([key]) => random() > (['expected', 'replaces', 'time'].includes(key) ? 0.5 : 0.03))
          .map(([key, of]) => [key, madeFor(of, key)]),
      )
    case 'array':
      return Array.from({ length: Math.ceil(random() * 2) }, () => madeFor(schema.items ?? {}, name))
    case 'integer':
    case 'number':
      return /^(id|replaces)$|_id$/.test(name) ? idFor(name) : exampleOf(schema, name)
    case 'boolean':
      // A call that deletes everything leaves nothing to try the other calls on.
      return random() < (name === 'delete_all' ? 0.1 : 0.5)
    default:
      return exampleOf(schema, name)
  }
}

const schemas = new Map<z.ZodMiniType, Schema>()

/** Made once for each call: to make it for each of its thousands of tries took a quarter of the time. */
function schemaOf(type: z.ZodMiniType): Schema {
  const schema = schemas.get(type) ?? (inputSchema(type) as Schema)
  schemas.set(type, schema)
  return schema
}

function addressOf(endpoint: Endpoint): string {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () =>
    random() < 0.9 ? String(idFor('id')) : encodeURIComponent(String(hostile()).slice(0, 200).toWellFormed()),
  )
  if (!endpoint.query) return path
  const values = Object.entries(schemaOf(endpoint.query).properties ?? {})
    .filter(() => random() < 0.8)
    .map(([name, of]) => [name, String(madeFor(of, name)).slice(0, 500)])
  return `${path}?${String(new URLSearchParams(values))}`
}

function payloadFor(endpoint: Endpoint): string {
  const dice = random()
  if (dice < 0.02) return '{"a":'
  if (dice < 0.04) return `"${'x'.repeat(1_200_000)}"`
  if (dice < 0.1) return JSON.stringify(hostile() ?? null)
  return JSON.stringify((endpoint.body ? madeFor(schemaOf(endpoint.body)) : {}) ?? null)
}

async function send(endpoint: Endpoint) {
  const { jar } = browsers[endpoint.audience]
  const payload = payloadFor(endpoint)
  const url = addressOf(endpoint)
  const answer = await app.server.inject({
    method: endpoint.method,
    url,
    cookies: Object.fromEntries(jar),
    headers: {
      'content-type': 'application/json',
      'x-csrftoken': jar.get('csrftoken') ?? '',
      ...(random() < 0.2 && { 'idempotency-key': `key ${Math.ceil(random() * 500)}` }),
    },
    payload,
  })
  return { answer, said: `${endpoint.method} ${url} ${payload.slice(0, 300)}` }
}

async function fuzzRound(writes: Endpoint[]) {
  for (const endpoint of writes) {
    const { answer, said } = await send(endpoint)
    expect(answer.statusCode, said).toBeLessThan(500)
    if (answer.statusCode >= 400) {
      const body = answer.json<{ code: keyof typeof ERRORS; error: string; message: string }>()
      expect(ERRORS[body.code]?.status, said).toBe(answer.statusCode)
      expect(body.error, said).toBe(body.message)
    } else {
      const name = `${endpoint.method} ${endpoint.path}`
      succeeded.set(name, (succeeded.get(name) ?? 0) + 1)
    }
    if (answer.statusCode === 401 && endpoint.audience !== 'public') await signInAgain()
  }
}

async function expectNothingHalfWritten() {
  const { rows } = await app.pool.query<{ what: string; id: number }>(`
    select 'holds too few or too many slots' as what, r.id from reservations r
      where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED')
      and (select count(*) from slots s where s.reservation_id = r.id)
        <> (select count(*) from reservation_slots t where t.reservation_id = r.id)
    union all
    select 'has no history', r.id from reservations r
      where not exists (select from reservation_history h where h.reservation_id = r.id)
    union all
    select 'has a status without history', r.id from reservations r
      where not exists (select from reservation_history h where h.reservation_id = r.id and h.to_status = r.status)`)
  expect(rows).toEqual([])
}

test(`no write, however wrong, is answered with a failure of ours or half done (seed ${SEED})`, async () => {
  for (let season = 0; season < SEASONS; season += 1) {
    await beginSeason()
    try {
      const writes = app.server.declared.filter((endpoint) => endpoint.method !== 'GET')
      const early = writes.filter(({ path }) =>
        /^\/api\/(admin\/reservations|user\/reserve-\w+)\//.test(path),
      )
      // While there is something to decide and to book: the rounds soon delete it.
      for (let round = 0; round < ROUNDS; round += 1) await fuzzRound(early)
      for (let round = 0; round < ROUNDS; round += 1) await fuzzRound(writes)
      await expectNothingHalfWritten()
      expect((await app.server.inject('/readyz')).statusCode).toBe(200)
    } finally {
      await app.stop()
    }
  }
  // A call that never gets through its checks has not been tried.
  for (const call of [
    'POST /api/user/reserve-tour/',
    'POST /api/admin/reservations/{id}/action/',
    'POST /api/admin/docents/',
    'DELETE /api/admin/available-rooms/',
    'PUT /api/admin/settings/',
  ])
    expect(succeeded.get(call) ?? 0, `${call} has succeeded`).toBeGreaterThan(0)
}, 300_000)
