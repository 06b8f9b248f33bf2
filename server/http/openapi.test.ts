import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../contract/errors.ts'
import { useTestApp } from '../../test/fixture.ts'

type Schema = { [key: string]: unknown; type?: string | string[]; properties?: Record<string, Schema> }
type Operation = {
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { type: string; in: string; name: string }> }
}

const app = useTestApp()
let document: Document

beforeAll(async () => {
  document = (await app.server.inject('/api/openapi.json')).json<Document>()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const find = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()]

type Content = Operation['responses'][string]['content']
/** The schema of a body or answer, of any media type. */
const schemaOf = (content: Content) => Object.values(content ?? {})[0]?.schema

/** Every schema in a schema, itself included. */
const schemasIn = (schema: Schema): Schema[] => [
  schema,
  ...Object.values(schema.properties ?? {}).flatMap(schemasIn),
  ...[schema['items'], schema['additionalProperties'], schema['propertyNames']]
    .filter((each): each is Schema => typeof each === 'object' && each !== null)
    .flatMap(schemasIn),
  ...[schema['anyOf'], schema['oneOf'], schema['allOf']]
    .flatMap((each) => (Array.isArray(each) ? (each as Schema[]) : []))
    .flatMap(schemasIn),
]

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and describes exactly the calls that are served', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Fairslot', version: expect.any(String) })
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const declared = app.server.declared.map(({ method, path }) => `${method} ${path}`)
    expect(described.sort()).toEqual(declared.sort())
    expect(new Set(declared).size).toBe(declared.length)
  })

  test('names the session that each call needs, by the cookie that carries it', () => {
    const { securitySchemes } = document.components
    const nameOf = (scheme: string) => {
      const { type, in: place, name } = securitySchemes[scheme]!
      return `${type} in ${place}: ${name}`
    }
    for (const { method, path, audience } of app.server.declared) {
      const expected = {
        public: [],
        member: ['apiKey in cookie: session'],
        admin: [
          'apiKey in cookie: admin_session',
          ...(method === 'GET' ? [] : ['apiKey in header: X-CSRFToken']),
        ],
      }
      const named = find(method, path)!
        .security.flatMap((each) => Object.keys(each))
        .map(nameOf)
      expect(named, path).toEqual(expected[audience])
    }
  })

  test('lists the refusals of each call with their status, in the one shape', () => {
    for (const { method, path, audience, body, errors = [] } of app.server.declared) {
      const { responses } = find(method, path)!
      const expected: ErrorCode[] = [
        ...errors,
        ...(audience === 'public' ? [] : (['not_authenticated'] as const)),
        ...(method === 'GET' ? [] : (['cross_site'] as const)),
        ...(audience === 'admin' && method !== 'GET' ? (['csrf_failed'] as const) : []),
        ...(body ? (['invalid_input', 'invalid_json'] as const) : []),
      ]
      for (const code of expected)
        expect(responses[ERRORS[code].status]?.description, `${path} ${code}`).toContain(`\`${code}\``)
      for (const [status, { content }] of Object.entries(responses))
        if (Number(status) >= 400)
          expect(Object.keys(content!['application/json']!.schema.properties!), `${path} ${status}`).toEqual([
            'code',
            'error',
            'message',
            'fields',
          ])
    }
  })

  test('has the right success status, and every answer a description and a JSON schema', () => {
    for (const { method, path, status = 200 } of app.server.declared) {
      const { responses, summary } = find(method, path)!
      expect(summary, path).not.toBe('')
      const successes = Object.keys(responses).filter((each) => each.startsWith('2'))
      expect(successes, path).toEqual([String(status)])
      for (const [each, { description, content }] of Object.entries(responses)) {
        expect(each).toMatch(/^[1-5]\d\d$/)
        expect(description, path).not.toBe('')
        expect(schemaOf(content), `${path} ${each}`).toBeDefined()
      }
    }
  })

  test('says wherever a phone is sent that it may be written as from abroad', () => {
    const paths = operations().flatMap(({ path, operation: { requestBody } }) =>
      schemasIn(schemaOf(requestBody?.content) ?? {})
        .filter(({ properties }) => String(properties?.['phone']?.['description']).includes('+82 10'))
        .map(() => path),
    )
    expect([...new Set(paths)].sort()).toEqual([
      '/api/admin/reservations/{id}/visitor/',
      '/api/admin/reserve-meeting/',
      '/api/admin/reserve-tour/',
      '/api/admin/users/',
      '/api/admin/users/{id}/',
      '/api/user/complete-registration/',
      '/api/user/login/',
      '/api/user/reserve-meeting/',
      '/api/user/reserve-tour/',
    ])
  })

  test('describes the parts of each path and query, each body, and the key that makes a write repeatable', () => {
    for (const { method, path, query, body, audience } of app.server.declared) {
      const { parameters = [], requestBody } = find(method, path)!
      const inPath = parameters.filter((each) => each.in === 'path')
      expect(
        inPath.map(({ name }) => `{${name}}`),
        path,
      ).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(
        inPath.every(({ required }) => required),
        path,
      ).toBe(true)
      expect(
        parameters.some((each) => each.in === 'query'),
        path,
      ).toBe(query !== undefined)
      expect(requestBody !== undefined, path).toBe(body !== undefined)
      expect(
        parameters.filter((each) => each.in === 'header').map(({ name }) => name),
        path,
      ).toEqual(method === 'GET' || audience === 'public' ? [] : ['Idempotency-Key'])
    }
  })

  test('has schemas that say something, without references that lead nowhere', () => {
    const roots = operations().flatMap(({ path, operation: { parameters = [], requestBody, responses } }) =>
      [
        ...parameters.map(({ schema }) => schema),
        ...(requestBody ? [requestBody.content['application/json']!.schema] : []),
        ...Object.values(responses).map(({ content }) => schemaOf(content)!),
      ].map((schema) => ({ path, schema })),
    )
    const types = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null']
    for (const { path, schema } of roots)
      for (const each of schemasIn(schema)) {
        expect(each, path).not.toHaveProperty('$ref')
        expect(each, path).not.toHaveProperty('nullable')
        const says = ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'].some((keyword) => keyword in each)
        expect(says, `${path} ${JSON.stringify(each)}`).toBe(true)
        for (const type of [each.type ?? []].flat()) expect(types).toContain(type)
      }
  })
})

test('the API can be read by people at /api/docs', async () => {
  for (const url of ['/api/docs', '/api/docs/']) {
    const response = await app.server.inject(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('text/html')
  }
  const scripts = (await app.server.inject('/api/docs')).body.match(/(?<=src=")[^"]+\.js/g) ?? []
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    const { statusCode } = await app.server.inject(new URL(script, 'http://localhost/api/docs').pathname)
    expect([script, statusCode]).toEqual([script, 200])
  }
})

/** Every call that visitors' and administrators' screens were specified to make. */
const SPECIFIED = `
  POST /api/user/login/ · POST /api/user/register/ · POST /api/user/verify-email/
  POST /api/user/complete-registration/ · GET /api/user/event-dates/ · GET /api/user/schedule/
  GET /api/user/my-reservations/ · GET /api/user/docents/ · GET /api/user/rooms/
  GET /api/user/available-tours/ · GET /api/user/available-rooms/ · POST /api/user/reserve-tour/
  POST /api/user/reserve-meeting/ · POST /api/user/meeting-completed/{id}/ · POST /api/user/meeting-feedback/{id}/
  POST /api/user/cancel-reservation/{id}/ · GET /api/user/my-info/ · POST /api/user/logout/
  GET /api/display/rooms/ · GET /api/display/rooms/{id}/ · GET /api/public/info/
  POST /api/admin/login/ · POST /api/admin/logout/ · GET /api/admin/tours/
  GET /api/admin/event-dates/ · POST /api/admin/event-dates/ · DELETE /api/admin/event-dates/
  POST /api/admin/event-dates/bulk/ · DELETE /api/admin/event-dates/bulk/
  GET /api/admin/docents/ · POST /api/admin/docents/ · DELETE /api/admin/docents/
  PUT /api/admin/docents/{id}/ · DELETE /api/admin/docents/{id}/
  GET /api/admin/rooms/ · POST /api/admin/rooms/ · DELETE /api/admin/rooms/
  PUT /api/admin/rooms/{id}/ · DELETE /api/admin/rooms/{id}/
  GET /api/admin/available-tours/ · POST /api/admin/available-tours/ · PATCH /api/admin/available-tours/
  DELETE /api/admin/available-tours/ · DELETE /api/admin/available-tours/{id}/
  POST /api/admin/available-tours/single/
  GET /api/admin/available-rooms/ · POST /api/admin/available-rooms/ · PATCH /api/admin/available-rooms/
  DELETE /api/admin/available-rooms/ · DELETE /api/admin/available-rooms/{id}/
  PATCH /api/admin/bulk-availability/
  GET /api/admin/users/ · DELETE /api/admin/users/ · PUT /api/admin/users/{id}/ · DELETE /api/admin/users/{id}/
  GET /api/admin/users/export/ · GET /api/admin/dashboard/stats/ · GET /api/admin/dashboard/
  GET /api/admin/reservations/ · PATCH /api/admin/reservations/{id}/visitor/
  PATCH /api/admin/reservations/{id}/note/ · POST /api/admin/reservations/{id}/action/
  GET /api/admin/reservations/{id}/history/ · GET /api/admin/reservations/export/
  GET /api/admin/settings/ · PUT /api/admin/settings/ · GET /api/admin/admins/ · POST /api/admin/admins/
  DELETE /api/admin/admins/{id}/ · POST /api/admin/password/ · GET /api/admin/audit/ · GET /api/admin/mails/
  POST /api/admin/mails/{id}/resend/`
  .split(/[\n·]/)
  .map((call) => call.trim())
  .filter(Boolean)

test.each(SPECIFIED)('%s is described', (call) => {
  const [method, path] = call.split(' ')
  expect(find(method!, path!)).toBeDefined()
})

test('each body that is described comes with an example that the call accepts', () => {
  for (const { method, path, body } of app.server.declared) {
    if (!body) continue
    const media = Object.values(find(method, path)!.requestBody!.content)[0] as { example?: unknown }
    const { example } = media
    expect(
      body.safeParse(example).error?.issues,
      `${method} ${path} ${JSON.stringify(example)}`,
    ).toBeUndefined()
  }
})
