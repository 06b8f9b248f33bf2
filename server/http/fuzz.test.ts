import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ERRORS } from '../../contract/errors.ts'
import { madridDate } from '../../domain/madrid-time.ts'
import { startTestApp, type Client, type TestApp } from '../../test/app.ts'
import { makeAdmin, makeVisitor } from '../../test/make.ts'
import { fillSampleEvent } from '../database/sample-event.ts'

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120)
const EACH = 150

let shop: TestApp
const browsers = {} as Record<Endpoint['audience'], Client>

beforeAll(async () => {
  shop = await startTestApp()
  await fillSampleEvent(shop.db, 'http://localhost', shop.now())
  browsers.public = shop.client()
  await signInAgain()
})
afterAll(() => shop.stop())

/** Some of the calls end sessions or delete who made them. */
async function signInAgain() {
  browsers.member = (await makeVisitor(shop)).browser
  browsers.admin = (await makeAdmin(shop)).browser
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

/** A body of the declared shape: mostly right in form, with a wrong value here and there. */
function madeFor(schema: Schema): unknown {
  if (random() < 0.12) return hostile()
  if (schema.enum) return oneOf(schema.enum)
  if (schema.anyOf) return madeFor(oneOf(schema.anyOf))
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => random() > 0.05)
          .map(([name, of]) => [name, madeFor(of)]),
      )
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => madeFor(schema.items ?? {}))
    case 'integer':
    case 'number':
      return Math.ceil(random() * 60)
    case 'boolean':
      return random() < 0.5
    default:
      return oneOf([...PLAUSIBLE, madridDate(shop.now())])
  }
}

function addressOf(endpoint: Endpoint): string {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () =>
    random() < 0.8
      ? String(Math.ceil(random() * 40))
      : encodeURIComponent(String(hostile()).slice(0, 200).toWellFormed()),
  )
  if (!endpoint.query || random() < 0.5) return path
  const schema = z.toJSONSchema(endpoint.query, { io: 'input', unrepresentable: 'any' }) as Schema
  const values = Object.keys(schema.properties ?? {}).map((name) => [name, String(madeFor({})).slice(0, 500)])
  return `${path}?${String(new URLSearchParams(values))}`
}

function payloadFor(endpoint: Endpoint): string {
  const dice = random()
  if (dice < 0.03) return '{"a":'
  if (dice < 0.06) return `"${'x'.repeat(1_200_000)}"`
  if (dice < 0.15) return JSON.stringify(hostile())
  const schema = endpoint.body ? z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) : {}
  return JSON.stringify(madeFor(schema) ?? null)
}

async function send(endpoint: Endpoint) {
  const { jar } = browsers[endpoint.audience]
  const payload = payloadFor(endpoint)
  const url = addressOf(endpoint)
  const answer = await shop.app.inject({
    method: endpoint.method,
    url,
    cookies: Object.fromEntries(jar),
    headers: { 'content-type': 'application/json', 'x-csrftoken': jar.get('csrftoken') ?? '' },
    payload,
  })
  return { answer, said: `${endpoint.method} ${url} ${payload.slice(0, 300)}` }
}

test(`no write, however wrong, is answered with a failure of ours (seed ${SEED})`, async () => {
  const writes = shop.app.declared.filter((endpoint) => endpoint.method !== 'GET')
  let refused = 0
  for (let round = 0; round < EACH; round += 1) {
    for (const endpoint of writes) {
      const { answer, said } = await send(endpoint)
      expect(answer.statusCode, said).toBeLessThan(500)
      if (answer.statusCode >= 400) {
        refused += 1
        const body = answer.json<{ code: keyof typeof ERRORS; error: string; message: string }>()
        expect(ERRORS[body.code]?.status, said).toBe(answer.statusCode)
        expect(body.error, said).toBe(body.message)
      }
      if (answer.statusCode === 401 && endpoint.audience !== 'public') await signInAgain()
    }
  }
  expect(refused).toBeGreaterThan((writes.length * EACH) / 2)
  expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
}, 300_000)

test('and nothing of them is half written', async () => {
  const { rows } = await shop.pool.query<{ what: string; id: number }>(`
    select 'holds too few or too many slots' as what, r.id from reservations r
      where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED')
      and (select count(*) from slots s where s.reservation_id = r.id)
        <> (select count(*) from reservation_slots t where t.reservation_id = r.id)
    union all
    select 'has no history', r.id from reservations r
      where not exists (select from reservation_history h where h.reservation_id = r.id)
    union all
    select 'is cancelled without history', r.id from reservations r where r.status in ('CANCELLED', 'REJECTED')
      and not exists (select from reservation_history h where h.reservation_id = r.id and h.to_status = r.status)`)
  expect(rows).toEqual([])
})
