import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API_SCOPES, addApiToken, listApiTokens, revokeApiToken } from '../../../contract/admin/api-tokens.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { listReservationHistory } from '../../../contract/admin/reservations.ts'
import type { ApiScope, Endpoint } from '../../../contract/endpoint.ts'
import type { ErrorBody } from '../../../contract/errors.ts'
import { startTestApp, TODAY, type Client, type TestApp } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { sweep } from '../../housekeeping.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const make = (scopes: readonly ApiScope[], rest: { name?: string; expires_on?: string } = {}) =>
  admin.ok(addApiToken, { body: { name: '안내 시스템', scopes: [...scopes], ...rest } })

type Asked = Pick<Endpoint, 'method'> & { path: string; body?: object; headers?: Record<string, string> }

async function ask(secret: string, { method, path, body, headers }: Asked, to: TestApp = app) {
  const response = await to.server.inject({
    method,
    url: path,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(method !== 'GET' && { payload: JSON.stringify(body ?? {}) }),
  })
  const { statusCode: status } = response
  return { status, code: status < 400 ? undefined : response.json<ErrorBody>().code, response }
}

const DOCENTS = { method: 'GET', path: '/api/admin/docents/' } as const

describe('a token reaches exactly what its scope says', () => {
  const named = ({ method, path }: Endpoint) => `${method} ${path}`
  const administrators = () => app.server.declared.filter(({ audience }) => audience === 'admin')

  test.each(API_SCOPES)('%s', async (scope) => {
    const { secret } = await make([scope])
    for (const endpoint of app.server.declared) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '999999')
      const { status, code } = await ask(secret, { method: endpoint.method, path })
      const said = { call: named(endpoint), code }
      if (endpoint.audience === 'public') expect(said).not.toMatchObject({ code: 'scope_required' })
      else if (endpoint.audience === 'member') expect(said).toMatchObject({ code: 'not_authenticated' })
      else if (endpoint.scope !== scope || endpoint.tellsKnown)
        expect(said).toMatchObject({ code: 'scope_required' })
      else {
        expect([401, 403], said.call).not.toContain(status)
        expect(status, said.call).toBeLessThan(500)
      }
    }
  })

  test('reading scopes open reads alone, writing ones writes alone, and each has some', () => {
    for (const scope of API_SCOPES) {
      const opened = administrators().filter((endpoint) => endpoint.scope === scope)
      expect(opened.length, scope).toBeGreaterThan(3)
      if (!scope.includes(':')) continue
      const isRead = scope.endsWith(':read')
      expect(opened.filter(({ method }) => (method === 'GET') !== isRead).map(named)).toEqual([])
    }
  })

  test('webhooks and arrivals are read and changed with one scope', () => {
    const openedBy = (scope: ApiScope) =>
      administrators()
        .filter((endpoint) => endpoint.scope === scope)
        .map(named)
        .toSorted()
    const webhooks = administrators().filter(({ path }) => path.startsWith('/api/admin/webhooks/'))
    expect(openedBy('webhooks')).toEqual(webhooks.map(named).toSorted())
    expect(openedBy('arrivals')).toEqual([
      'GET /api/admin/arrivals/',
      'GET /api/admin/arrivals/find/',
      'POST /api/admin/reservations/{id}/arrival/',
      'POST /api/admin/reservations/{id}/arrival/undo/',
      'POST /api/admin/reservations/{id}/no-show/',
    ])
  })

  test('members are read, and written with both scopes', () => {
    const users = administrators().filter(({ path, scope }) => path.includes('/users/') && scope)
    expect(
      users.map(({ scope, tellsKnown, ...call }) => [named(call as Endpoint), scope, tellsKnown]),
    ).toEqual([
      ['GET /api/admin/users/', 'members:read', undefined],
      ['GET /api/admin/users/export/', 'members:read', undefined],
      ['POST /api/admin/users/', 'members:write', true],
      ['POST /api/admin/users/import/', 'members:write', true],
      ['GET /api/admin/users/{id}/', 'members:read', undefined],
      ['PUT /api/admin/users/{id}/', 'members:write', true],
      ['PATCH /api/admin/users/tier/', 'members:write', undefined],
    ])
  })

  test('no scope opens accounts, tokens, settings, mails or the log, or deletes anything but a webhook', () => {
    const opened = administrators().filter(({ scope }) => scope)
    const closed =
      /\/api\/admin\/(admins|api-tokens|settings|second-factor|password|my-info|logout|mails|audit|sample|go-live|screens|reasons|attention)\//
    expect(opened.filter(({ path }) => closed.test(path)).map(named)).toEqual([])
    expect(opened.filter(({ method }) => method === 'DELETE').map(named)).toEqual([
      'DELETE /api/admin/webhooks/{id}/',
    ])
    expect(app.server.declared.filter(({ audience, scope }) => audience !== 'admin' && scope)).toEqual([])
  })

  test('several scopes open what each of them does', async () => {
    const { secret } = await make(['schedule:read', 'reservations:read'])
    expect((await ask(secret, DOCENTS)).status).toBe(200)
    expect((await ask(secret, { method: 'GET', path: '/api/admin/tours/' })).status).toBe(200)
    expect(await ask(secret, { method: 'POST', path: DOCENTS.path })).toMatchObject({
      code: 'scope_required',
    })
  })

  test('a parameter that a call does not know is refused and named; a browser may send it', async () => {
    const { secret } = await make(API_SCOPES)
    const opened = administrators().filter(({ scope }) => scope)
    for (const { method, path } of opened) {
      const at = `${path.replaceAll(/\{\w+\}/g, '999999')}?updatedSince=2026-11-20&page=`
      const { status, response } = await ask(secret, { method, path: at })
      const said = { call: `${method} ${path}`, status, ...response.json<ErrorBody>() }
      expect(said).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(said.fields).toHaveProperty('updatedSince', '사용할 수 없는 항목입니다.')
      expect(said.field_codes).toHaveProperty('updatedSince', 'unknown')
      const cookies = Object.fromEntries(admin.jar)
      const headers = { 'x-csrftoken': cookies['csrftoken'] }
      const { body } = await app.server.inject({ method, url: at, cookies, headers })
      expect(body, said.call).not.toContain('updatedSince')
    }
    for (const { query } of opened) if (query) expect(query).toHaveProperty('shape')
  })

  test('the stream of changes is for administrators alone', async () => {
    const { secret } = await make(API_SCOPES)
    const path = '/api/admin/changes/?watch=reservations'
    expect(await ask(secret, { method: 'GET', path })).toMatchObject({ status: 403 })
  })
})

describe('what a token does', () => {
  test("appears in history and audit log under the token's name, needs no CSRF token, and is idempotent", async () => {
    const { secret } = await make(['reservations:write'], { name: '알림톡' })
    const { reservation } = await makeReservation(app, admin, day)
    const approve = {
      method: 'POST',
      path: `/api/admin/reservations/${reservation.id}/action/`,
      body: { type: 'VIP_TOUR', action: 'approve' },
      headers: { 'idempotency-key': 'approve it once' },
    } as const
    expect((await ask(secret, approve)).status).toBe(200)
    expect((await ask(secret, approve)).status).toBe(200)
    const params = { id: String(reservation.id) }
    const history = await admin.ok(listReservationHistory, { params })
    expect(history.at(-1)).toMatchObject({ actor: 'API 알림톡', action: 'approve' })
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({ admin: 'API 알림톡', target: `reservation ${reservation.id}` })
    const { secret: other } = await make(['reservations:write'])
    // Idempotency keys belong to a token: to another one the request is new, and too late.
    expect(await ask(other, approve)).toMatchObject({ code: 'invalid_transition' })
  })

  test('a write that another site made a browser send is refused all the same', async () => {
    const { secret } = await make(['schedule:write'])
    const headers = { origin: 'https://evil.example' }
    expect(await ask(secret, { method: 'POST', path: DOCENTS.path, headers })).toMatchObject({
      code: 'cross_site',
    })
  })

  test('does not fall back to an administrator’s cookie if the token is wrong', async () => {
    const cookies = Object.fromEntries(admin.jar)
    const headers = { authorization: 'Bearer fsl_wrong' }
    const response = await app.server.inject({ url: DOCENTS.path, cookies, headers })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })

  test('is not what a proxy in front asks for: its password leaves the cookie in force', async () => {
    const headers = { authorization: 'Basic ZmFpcjpzbG90' }
    const cookies = Object.fromEntries(admin.jar)
    expect((await app.server.inject({ url: DOCENTS.path, cookies, headers })).statusCode).toBe(200)
    expect((await app.server.inject({ url: DOCENTS.path, headers })).statusCode).toBe(401)
  })

  test('is limited to 300 calls a minute', async () => {
    const { secret } = await make(['schedule:read'])
    const { secret: other } = await make(['schedule:read'])
    for (let calls = 0; calls < 300; calls += 1) expect((await ask(secret, DOCENTS)).status).toBe(200)
    const { code, response } = await ask(secret, DOCENTS)
    expect(code).toBe('too_many_requests')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask(other, DOCENTS)).status).toBe(200)
    app.passMinutes(1)
    expect((await ask(secret, DOCENTS)).status).toBe(200)
  })

  test('its last use is known to the minute, and not written at every call', async () => {
    const { secret, api_token } = await make(['schedule:read'])
    expect(api_token.last_used_at).toBeNull()
    const usedAt = async () =>
      (await admin.ok(listApiTokens, {})).find(({ id }) => id === api_token.id)!.last_used_at
    const written = async () =>
      (
        await app.pool.query<{ xmin: string }>('select xmin::text from api_tokens where id = $1', [
          api_token.id,
        ])
      ).rows[0]!.xmin
    await ask(secret, DOCENTS)
    expect(await usedAt()).toBe('2026-11-20T08:00:00+01:00')
    const before = await written()
    for (let calls = 0; calls < 5; calls += 1) await ask(secret, DOCENTS)
    expect(await written()).toBe(before)
    app.passMinutes(3)
    await ask(secret, DOCENTS)
    expect(await usedAt()).toBe('2026-11-20T08:03:00+01:00')
  })
})

describe('administrators', () => {
  test('see a token this once: it is kept as a hash, and in no list and no log', async () => {
    const { secret, api_token } = await make(['schedule:read'])
    expect(secret).toMatch(/^fsl_[\w-]{43}$/)
    expect(api_token).toMatchObject({ name: '안내 시스템', scopes: ['schedule:read'], expires_at: null })
    const { rows } = await app.pool.query<{ stored: string }>(
      'select row_to_json(t)::text as stored from api_tokens t union all select row_to_json(a)::text from audit_log a',
    )
    expect(rows.map(({ stored }) => stored).join('\n')).not.toContain(secret.slice(4))
    expect(JSON.stringify(await admin.ok(listApiTokens, {}))).not.toContain(secret.slice(4))
  })

  test('revoke it at once, and the log says who made and who revoked it', async () => {
    const { secret, api_token } = await make(['schedule:read'], { name: '옛 시스템' })
    expect((await ask(secret, DOCENTS)).status).toBe(200)
    const params = { id: String(api_token.id) }
    await admin.ok(revokeApiToken, { params })
    expect(await ask(secret, DOCENTS)).toMatchObject({ status: 401 })
    expect(await admin.refused(revokeApiToken, { params })).toMatchObject({ code: 'not_found' })
    const { results } = await admin.ok(listAudit, { query: {} })
    expect(results.slice(0, 2)).toMatchObject([
      { action: 'DELETE /api/admin/api-tokens/{id}/', details: { name: '옛 시스템' } },
      { action: 'POST /api/admin/api-tokens/', details: { name: '옛 시스템', scopes: ['schedule:read'] } },
    ])
  })

  test.each([
    ['name', { name: ' ' }],
    ['scopes', { scopes: [] }],
    ['expires_on', { expires_on: '2026-11-19' }],
  ])('hear beside the field %s what is wrong', async (field, wrong) => {
    const body = { name: '안내 시스템', scopes: ['schedule:read' as const], ...wrong }
    const refused = await admin.refused(addApiToken, { body })
    expect(Object.keys(refused.fields!)).toEqual([field])
  })
})

describe('who guesses', () => {
  const guess = () => ask('fsl_guessed', DOCENTS)

  test('is limited by network, without limiting a valid token', async () => {
    await app.db.deleteFrom('attempts').execute()
    const { secret } = await make(['schedule:read'])
    for (let wrong = 0; wrong < 20; wrong += 1) expect(await guess()).toMatchObject({ status: 401 })
    expect(await guess()).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await ask(secret, DOCENTS)).status).toBe(200)
    app.passMinutes(16)
    expect(await guess()).toMatchObject({ status: 401 })
  })
})

describe('processes that remember a token', () => {
  let first: TestApp
  let second: TestApp
  let boss: Client

  beforeAll(async () => {
    first = await startTestApp({ hears: true })
    second = await startTestApp({
      hears: true,
      database: { connectionString: first.connectionString, drop: () => Promise.resolve() },
    })
    boss = (await makeAdmin(first)).browser
  })
  afterAll(async () => {
    await second.stop()
    await first.stop()
  })
  let secret: string
  let id: number
  beforeEach(async () => {
    const made = await boss.ok(addApiToken, { body: { name: '기억', scopes: ['schedule:read'] } })
    ;({ secret } = made)
    ;({ id } = made.api_token)
    for (const one of [first, second])
      for (let calls = 0; calls < 3; calls += 1) expect((await ask(secret, DOCENTS, one)).status).toBe(200)
  })

  test('forget it when it is revoked: the process that revoked it at once, the other on notification', async () => {
    await boss.ok(revokeApiToken, { params: { id: String(id) } })
    expect((await ask(secret, DOCENTS, first)).status).toBe(401)
    await expect.poll(async () => (await ask(secret, DOCENTS, second)).status).toBe(401)
  })

  test('forget it whatever has ended it', async () => {
    await first.pool.query('delete from api_tokens')
    for (const one of [first, second])
      await expect.poll(async () => (await ask(secret, DOCENTS, one)).status).toBe(401)
  })
})

// Last: it moves the clock past everyone's session.
test('a token may end with a day; it stays in the list for a month', async () => {
  const { secret, api_token } = await make(['schedule:read'], { expires_on: TODAY })
  expect(api_token.expires_at).toBe('2026-11-21T00:00:00+01:00')
  app.setClock(TODAY, '23:59')
  expect((await ask(secret, DOCENTS)).status).toBe(200)
  app.setClock('2026-11-21', '00:00')
  expect(await ask(secret, DOCENTS)).toMatchObject({ status: 401 })
  const isThere = async () =>
    (await app.db.selectFrom('api_tokens').select('id').execute()).some(({ id }) => id === api_token.id)
  await sweep(app.db, app.now())
  expect(await isThere()).toBe(true)
  app.setClock('2026-12-21', '00:00')
  await sweep(app.db, app.now())
  expect(await isThere()).toBe(false)
})
