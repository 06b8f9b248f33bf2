import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { errorBody } from '../../contract/field.ts'
import { startTestApp, TODAY } from '../../test/app.ts'
import { useAdmin, useTestApp, useVisitor } from '../../test/fixture.ts'
import { makeDocent, makeEventDate, makeTourSlots, makeVisitor } from '../../test/make.ts'

const app = useTestApp()
const visitor = useVisitor(app)
const admin = useAdmin(app)

const JSON_BODY = { 'content-type': 'application/json' }

/** One request of the signed-in visitor, as raw as HTTP is. */
const call = (method: InjectOptions['method'], url: string, rest: InjectOptions = {}) =>
  app.server.inject({ method: method!, url, cookies: Object.fromEntries(visitor.jar), ...rest })

/** A refusal's status and code; its shape is the one that every refusal has. */
async function refused(method: InjectOptions['method'], url: string, rest?: InjectOptions) {
  const response = await call(method, url, rest)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Date.parse(String(response.headers['x-service-time']))).toBe(app.now())
  const body = response.json<{ code: string; error: string; message: string }>()
  expect(errorBody.parse(body)).toEqual(body)
  expect(body.error).toBe(body.message)
  expect(body.error).not.toBe('')
  return [response.statusCode, body.code]
}

describe('an address', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nowhere/',
    '/api/user/',
    '/api/user/my-info/more/',
    '/api//user/my-info/',
    '/api/%zz',
    '/api/user/my-info/%c0%80',
    '/api/docs/nowhere.js',
  ])('%s that the service does not have is a JSON 404', async (url) => {
    expect(await refused('GET', url)).toEqual([404, 'not_found'])
  })

  test('with an endless number in it leads nowhere', async () => {
    const url = `/api/user/cancel-reservation/${'1'.repeat(200)}/`
    expect(await refused('POST', url, { headers: JSON_BODY, payload: '{}' })).toEqual([404, 'not_found'])
  })

  test('that does not exist is so whatever is sent there', async () => {
    for (const payload of ['{}', '{', 'x'.repeat(2_000_000)])
      expect(await refused('POST', '/api/nowhere/', { headers: JSON_BODY, payload })).toEqual([
        404,
        'not_found',
      ])
    expect(
      await refused('PUT', '/api/nowhere/', { headers: { 'content-type': 'text/plain' }, payload: 'x' }),
    ).toEqual([404, 'not_found'])
  })

  test.each([
    ['POST', '/api/user/my-info/', 'GET, HEAD'],
    ['DELETE', '/api/user/my-info', 'GET, HEAD'],
    ['OPTIONS', '/api/user/my-info/?x=1', 'GET, HEAD'],
    ['POST', '/api/public/changes/', 'GET, HEAD'],
    ['POST', '/api/admin/changes/', 'GET, HEAD'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/api/public/image/0123456789abcdef/', 'GET, HEAD'],
    ['GET', '/api/user/login/', 'POST'],
    ['PUT', '/api/user/cancel-reservation/7/', 'POST'],
    ['GET', '/api/admin/reservations/7/action', 'POST'],
  ] as const)('called with %s %s says what it allows: %s', async (method, url, allow) => {
    const headers = method === 'GET' ? {} : JSON_BODY
    expect(await refused(method, url, { headers, payload: method === 'GET' ? '' : '{' })).toEqual([
      405,
      'method_not_allowed',
    ])
    expect((await call(method, url)).headers['allow']).toBe(allow)
  })

  test('answers with and without its last slash, and with parameters that it does not know', async () => {
    const answers = await Promise.all(
      ['/api/user/my-info/', '/api/user/my-info', '/api/user/my-info/?x=1', '/api/user/my-info?'].map((url) =>
        call('GET', url),
      ),
    )
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
    expect(await refused('POST', '/api/user/login', { headers: JSON_BODY, payload: '{}' })).toEqual([
      400,
      'invalid_input',
    ])
  })

  test('answers HEAD like GET, without the body', async () => {
    const [got, head] = [await call('GET', '/api/user/my-info/'), await call('HEAD', '/api/user/my-info/')]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['etag']).toBe(got.headers['etag'])
  })
})

describe('a body', () => {
  const login = (payload: string, contentType = 'application/json') =>
    refused('POST', '/api/user/login/', { headers: { 'content-type': contentType }, payload })

  test.each(['{', '{"phone":}', "{'phone':'1'}", 'phone=1', '{"phone":"1"} x', 'undefined'])(
    '%j is no JSON',
    async (payload) => {
      expect(await login(payload)).toEqual([400, 'invalid_json'])
    },
  )

  test.each(['null', '1', '"x"', '[]', '[{}]', 'true', '{}', '{"__proto__":{"phone":"1","name":"x"}}'])(
    '%s is JSON, and not what was asked for',
    async (payload) => {
      expect(await login(payload)).toEqual([400, 'invalid_input'])
    },
  )

  test('that is empty counts as none, under a JSON content type too', async () => {
    for (const payload of ['', ' \n']) expect(await login(payload)).toEqual([400, 'invalid_input'])
    const { browser } = await makeVisitor(app)
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/user/logout/',
      headers: JSON_BODY,
      payload: '',
      cookies: Object.fromEntries(browser.jar),
    })
    expect(response.statusCode).toBe(200)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('of type %s is not understood', async (contentType) => {
    expect(await login('{"phone":"1","name":"x"}', contentType)).toEqual([415, 'unsupported_media_type'])
  })

  test('may have a charset in its type', async () => {
    expect(await login('{"phone":"1","name":"x"}', 'application/json; charset=utf-8')).toEqual([
      401,
      'login_failed',
    ])
  })

  const addDocent = (payload: string) =>
    refused('POST', '/api/admin/docents/', {
      headers: { ...JSON_BODY, 'x-csrftoken': admin.jar.get('csrftoken')! },
      payload,
      cookies: Object.fromEntries(admin.jar),
    })

  test.each([
    ['of a visitor sixty kibibytes', 60 * 1024, login],
    ['of an administrator one mebibyte', 1024 * 1024, addDocent],
  ])('may have %s, and not one byte more', async (_whose, longest, send) => {
    const ofLength = (length: number) => `{"x":"${'x'.repeat(length - 8)}"}`
    expect(await send(ofLength(longest))).toEqual([400, 'invalid_input'])
    expect(await send(ofLength(longest + 1))).toEqual([413, 'payload_too_large'])
  })

  test.each([
    ['of a visitor', 25_000, login],
    ['of an administrator', 400_000, addDocent],
  ])('%s, of any depth, is only refused', async (_whose, depth, send) => {
    const deep = '['.repeat(depth) + ']'.repeat(depth)
    const nested = '{"a":'.repeat(depth / 5) + '1' + '}'.repeat(depth / 5)
    const wide = `{${Array.from({ length: depth / 8 }, (_, i) => `"k${i}":1`).join(',')}}`
    for (const body of [deep, `{"phone":"1","name":${deep}}`, nested, wide])
      expect(await send(body)).toEqual([400, 'invalid_input'])
  })
})

describe('an answer', () => {
  test('compressed says the same', async () => {
    const day = await makeEventDate(app.db)
    const starts = Array.from({ length: 12 }, (_, i) => `${String(9 + i).padStart(2, '0')}:00`)
    await makeTourSlots(app.db, day, await makeDocent(app.db), ...starts)
    const get = async (accept?: string) => {
      const headers = accept === undefined ? {} : { 'accept-encoding': accept }
      const { rawPayload, headers: sent } = await call('GET', `/api/user/schedule/?date=${TODAY}`, {
        headers,
      })
      return { encoding: sent['content-encoding'], bytes: rawPayload }
    }
    const plain = await get()
    expect(plain.encoding).toBeUndefined()
    const brotli = await get('gzip, deflate, br')
    expect(brotli.encoding).toBe('br')
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    const gzip = await get('gzip, br;q=0')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    for (const accept of ['', 'identity', 'zstd', 'br;q=0, gzip;q=0.0'])
      expect(await get(accept)).toEqual(plain)
  })

  test('that changed something is kept by nobody', async () => {
    const { browser } = await makeVisitor(app)
    const response = await app.server.inject({
      method: 'POST',
      url: '/api/user/logout/',
      cookies: Object.fromEntries(browser.jar),
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('a failure that nobody expected', () => {
  test('is reported as such, without its cause', async () => {
    const broken = await startTestApp()
    const { browser } = await makeVisitor(broken)
    const cookies = Object.fromEntries(browser.jar)
    await sql`alter table event_dates rename to event_dates_elsewhere`.execute(broken.db)
    const response = await broken.server.inject({ url: '/api/user/event-dates/', cookies })
    expect(response.statusCode).toBe(500)
    const text = '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.'
    expect(response.json()).toEqual({ code: 'internal', error: text, message: text })
    expect(response.headers['x-service-time']).toBeDefined()
    await broken.stop()
  })

  test('of the database being away asks to come again', async () => {
    const broken = await startTestApp()
    const { browser } = await makeVisitor(broken)
    const cookies = Object.fromEntries(browser.jar)
    await broken.pool.end()
    for (const url of ['/api/user/event-dates/', '/api/user/my-info/', '/readyz']) {
      const response = await broken.server.inject({ url, cookies })
      expect(response.statusCode).toBe(503)
      const body = response.json<{ code: string }>()
      expect(errorBody.parse(body)).toEqual(body)
      expect(body.code).toBe('not_ready')
      expect(response.body).not.toMatch(/pool|pg|sql|stack|at /i)
    }
    expect((await broken.server.inject('/healthz')).statusCode).toBe(200)
    await broken.stop()
  })
})
