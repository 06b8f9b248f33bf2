import type { InjectOptions } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { paramsOf } from '../../contract/field.ts'
import { listSessions } from '../../contract/sessions.ts'
import { mayAct, ROLES } from '../../domain/role.ts'
import type { Client } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeEventDate, makeVisitor } from '../../test/make.ts'
import { makeReservation } from '../../test/make-reservation.ts'
import { waitFor } from '../../test/make-waiting.ts'

const PUBLIC_URL = 'https://stand.example.com'

const app = useTestApp({ publicUrl: PUBLIC_URL })
let visitor: Client
let admin: Client

beforeEach(async () => {
  visitor = (await makeVisitor(app)).browser
  admin = (await makeAdmin(app)).browser
})

const JSON_BODY = { 'content-type': 'application/json' }

/** Calls an endpoint for something that is not there, with an empty form. */
async function knock({ method, path }: Endpoint, cookies: Client['jar'], rest: InjectOptions = {}) {
  const token = cookies.get('csrftoken')
  const response = await app.server.inject({
    method,
    url: path.replaceAll(/\{\w+\}/g, '999999'),
    cookies: Object.fromEntries(cookies),
    ...(method !== 'GET' && { payload: '{}' }),
    ...rest,
    headers: {
      ...(method !== 'GET' && JSON_BODY),
      ...(token !== undefined && { 'x-csrftoken': token }),
      ...rest.headers,
    },
  })
  const { statusCode: status } = response
  return { status, code: status < 400 ? undefined : response.json<ErrorBody>().code }
}

const NOBODY: Client['jar'] = new Map()
const REFUSED = { status: 401, code: 'not_authenticated' }

describe('who may call', () => {
  test.each(['nobody', 'a member', 'an administrator'] as const)('%s', async (who) => {
    for (const endpoint of app.server.declared) {
      // Some calls sign out: everyone comes anew.
      const { jar } =
        who === 'a member'
          ? (await makeVisitor(app)).browser
          : who === 'an administrator'
            ? (await makeAdmin(app)).browser
            : { jar: NOBODY }
      const mayCall =
        endpoint.audience === 'public' ||
        (endpoint.audience === 'member' ? 'a member' : 'an administrator') === who
      const answer = await knock(endpoint, jar)
      const said = { call: `${endpoint.method} ${endpoint.path}`, answer }
      if (mayCall) expect(said).not.toMatchObject({ answer: REFUSED })
      else expect(said).toMatchObject({ answer: REFUSED })
      expect(answer.status, said.call).toBeLessThan(500)
    }
    expect(app.server.declared.length).toBeGreaterThan(20)
  })

  test("every path under /api/admin is an administrator's, except the sign-in", () => {
    const others = app.server.declared.filter(
      ({ audience, path }) => audience !== 'admin' && path.startsWith('/api/admin/'),
    )
    expect(others.map(({ path }) => path)).toEqual(['/api/admin/login/'])
  })

  test('of the paths under /api/user only signing in and signing up are open', () => {
    const open = app.server.declared.filter(
      ({ audience, path }) => audience === 'public' && path.startsWith('/api/user/'),
    )
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/api/user/complete-registration/',
      '/api/user/login-code/',
      '/api/user/login/',
      '/api/user/register/',
      '/api/user/verify-email/',
    ])
  })
})

/** The bodies of a member's calls about one thing, all valid, so that only its owner can be wrong. */
const ABOUT_ONE_THING: Record<string, { kind: 'VIP_TOUR' | 'GROUP_MEETING'; body?: object }> = {
  'GET /api/user/my-reservations/{id}/calendar/': { kind: 'VIP_TOUR' },
  'POST /api/user/cancel-reservation/{id}/': {
    kind: 'VIP_TOUR',
    body: { reservation_type: 'VIP_TOUR', cancel_note: '일정 변경' },
  },
  'POST /api/user/meeting-completed/{id}/': { kind: 'GROUP_MEETING', body: {} },
  'POST /api/user/meeting-feedback/{id}/': { kind: 'GROUP_MEETING', body: { feedback: '좋았습니다.' } },
  'DELETE /api/user/waitlist/{id}/': { kind: 'VIP_TOUR' },
  'DELETE /api/user/sessions/{id}/': { kind: 'VIP_TOUR' },
}

describe('what belongs to another member does not exist: a new call about one thing needs an entry here', () => {
  let day: { id: number; date: string }
  beforeAll(async () => {
    day = await makeEventDate(app.db)
  })

  async function makeReserved(kind: 'VIP_TOUR' | 'GROUP_MEETING') {
    const made = await makeReservation(app, admin, day, { kind, status: 'APPROVED' })
    return { id: made.reservation.id, owner: made.browser }
  }

  async function makeEntry() {
    const { slots } = await makeReservation(app, admin, day, { kind: 'VIP_TOUR' })
    const { browser: owner } = await makeVisitor(app)
    const { id } = await waitFor(owner, { ...slots[0]!, event_date_id: day.id })
    return { id, owner }
  }

  async function makeSignedIn() {
    const { browser: owner } = await makeVisitor(app)
    const [session] = await owner.ok(listSessions, {})
    return { id: session!.id, owner }
  }

  test('every such call has one', () => {
    const calls = app.server.declared.filter((call) => call.audience === 'member' && paramsOf(call))
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(ABOUT_ONE_THING).sort(),
    )
  })

  test.each(Object.entries(ABOUT_ONE_THING))('%s', async (call, { kind, body }) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const makeOwned = path.includes('sessions') ? makeSignedIn : makeEntry
    const isReserved = !path.includes('sessions') && !path.includes('waitlist')
    const { id, owner } = await (isReserved ? makeReserved(kind) : makeOwned())
    const url = path.replace('{id}', String(id))
    const ask = async ({ jar }: Client) => {
      const cookies = Object.fromEntries(jar)
      return (await app.server.inject({ method, url, cookies, ...(body && { payload: body }) })).statusCode
    }
    expect(await ask(visitor)).toBe(404)
    expect(await ask(owner)).toBe(200)
  })
})

describe('what a role may do', () => {
  const admins = () => app.server.declared.filter(({ audience }) => audience === 'admin')

  test('every call of administrators names the least role', () => {
    expect(admins().filter(({ role }) => role === undefined)).toEqual([])
  })

  test.each(ROLES)('%s', async (own) => {
    for (const endpoint of admins()) {
      const { jar } = (await makeAdmin(app, undefined, own)).browser
      const call = `${endpoint.method} ${endpoint.path}`
      const { code } = await knock(endpoint, jar, endpoint.method === 'GET' ? {} : { payload: '{' })
      if (mayAct(own, endpoint.role!)) expect(code, call).not.toBe('role_required')
      else expect(code, `${call}, before its body is read`).toBe('role_required')
    }
  })

  test('the desk reads no member list, exports nothing and decides nothing', () => {
    const desk = admins().filter(({ role }) => role === 'desk')
    const forbidden = /users|export|archive|mails|action|move|visitor/
    expect(desk.map(({ path }) => path).filter((path) => forbidden.test(path))).toEqual([])
    expect(
      desk.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    ).toEqual(
      expect.arrayContaining(['POST /api/admin/reserve-tour/', 'POST /api/admin/reservations/{id}/arrival/']),
    )
  })

  test('a manager changes no accounts, settings, tokens, webhooks, erasure or closing', () => {
    const rights = admins().filter(({ role, method }) => role !== 'owner' && method !== 'GET')
    const forbidden = /\/(admins|settings|api-tokens|webhooks|closing|sample)\//
    expect(rights.filter(({ path }) => forbidden.test(path))).toEqual([])
  })
})

describe('what asks for the password again', () => {
  test('is what would outlast a stolen session', async () => {
    const confirmed = app.server.declared.filter((endpoint) => endpoint.confirmed)
    expect(confirmed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'DELETE /api/admin/admins/{id}/',
      'DELETE /api/admin/admins/{id}/second-factor/',
      'DELETE /api/admin/api-tokens/{id}/',
      'DELETE /api/admin/calendar-feeds/{id}/',
      'DELETE /api/admin/day-sheet-links/{id}/',
      'DELETE /api/admin/second-factor/',
      'DELETE /api/admin/webhooks/{id}/',
      'GET /api/admin/closing/archive/',
      'PATCH /api/admin/admins/{id}/',
      'POST /api/admin/admins/',
      'POST /api/admin/api-tokens/',
      'POST /api/admin/calendar-feeds/',
      'POST /api/admin/closing/erasure/',
      'POST /api/admin/closing/next-event/',
      'POST /api/admin/day-sheet-links/',
      'POST /api/admin/second-factor/recovery-codes/',
      'POST /api/admin/webhooks/',
      'POST /api/admin/webhooks/{id}/secret/',
      'PUT /api/admin/second-factor/requirement/',
      'PUT /api/admin/webhooks/{id}/',
    ])
    await app.db
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .execute()
    for (const endpoint of confirmed)
      expect(await knock(endpoint, admin.jar, endpoint.method === 'GET' ? {} : { payload: '{' })).toEqual({
        status: 403,
        code: 'confirmation_required',
      })
  })
})

const writes = () => app.server.declared.filter(({ method }) => method !== 'GET')

describe('the order of refusals', () => {
  test('who is not signed in hears that first, whatever else is wrong', async () => {
    for (const endpoint of writes().filter(({ audience }) => audience !== 'public'))
      for (const rest of [
        { payload: '{' },
        { payload: 'x'.repeat(1_100_000) },
        { headers: { 'content-type': 'text/plain' } },
        { headers: { origin: 'https://evil.example' } },
        { headers: { 'idempotency-key': '' } },
      ])
        expect(await knock(endpoint, NOBODY, rest)).toEqual(REFUSED)
  })

  test('an administrator without the CSRF token hears that before the form is looked at', async () => {
    const jar: Client['jar'] = new Map(admin.jar)
    jar.delete('csrftoken')
    for (const endpoint of writes().filter(({ audience }) => audience === 'admin'))
      for (const rest of [{}, { payload: '{' }, { headers: { 'content-type': 'text/plain' } }])
        expect(await knock(endpoint, jar, rest)).toEqual({ status: 403, code: 'csrf_failed' })
  })
})

describe('a write that another site made the browser send', () => {
  const callers = () =>
    writes().map((endpoint) => {
      const { jar } =
        endpoint.audience === 'admin' ? admin : endpoint.audience === 'member' ? visitor : { jar: NOBODY }
      return { endpoint, jar }
    })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://stand.example.com' },
    { origin: 'https://stand.example.com.evil.example' },
    { origin: 'https://stand.example.com:8443' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' },
  ])('is refused on every call: %o', async (headers) => {
    for (const { endpoint, jar } of callers())
      expect(await knock(endpoint, jar, { headers })).toEqual({ status: 403, code: 'cross_site' })
  })

  test.each([
    {},
    { origin: PUBLIC_URL },
    { origin: PUBLIC_URL, host: 'internal:3000' },
    { origin: 'http://192.168.0.7:3000', host: '192.168.0.7:3000' },
    { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('is not what this is: %o', async (headers) => {
    for (const { endpoint, jar } of callers().filter((each) => !each.endpoint.path.endsWith('/logout/')))
      expect((await knock(endpoint, jar, { headers })).code).not.toBe('cross_site')
  })

  test('does not concern reading', async () => {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const endpoint of app.server.declared.filter(({ method }) => method === 'GET')) {
      const { jar } = endpoint.audience === 'admin' ? admin : visitor
      expect((await knock(endpoint, jar, { headers })).status).not.toBe(403)
    }
  })

  test('another site gets no leave to read answers either', async () => {
    const response = await app.server.inject({
      url: '/api/public/info/',
      headers: { origin: 'https://evil.example' },
    })
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
