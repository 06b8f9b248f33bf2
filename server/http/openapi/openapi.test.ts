import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { API_SCOPES } from '../../../contract/admin/api-tokens.ts'
import { ADMIN_CHANGES_PATH } from '../../../contract/admin/changes.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { errorsOf } from '../../../contract/field.ts'
import { CSV, XLSX } from '../../../contract/spreadsheet.ts'
import { listRoomsAsAdmin as listRooms } from '../../../contract/admin/place-lists.ts'
import { exportMembers } from '../../../contract/admin/members.ts'
import { WEBHOOK_EVENTS } from '../../../domain/webhook.ts'
import { CHANGES_PATH } from '../../../contract/topics.ts'
import { TODAY } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeEventDate, makeMember, makeRoom, makeRoomSlots } from '../../../test/make.ts'
import { describedAs, DESCRIPTIONS } from './describe.ts'
import { documentOf } from './document.ts'
import { mapParts, type JsonSchema } from './json-schema.ts'
import { NAMES } from './names.ts'

type Schema = { [key: string]: unknown; type?: string | string[]; properties?: Record<string, Schema> }
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { in: string; name: string; description?: string; required?: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Schema }>; headers?: object }
  >
}
type Document = {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { type: string; in: string; name: string; scheme?: string }>
  }
}

const app = useTestApp()
let text: string
let document: Document

beforeAll(async () => {
  text = (await app.server.inject('/api/openapi.json')).body
  const referring = JSON.parse(text) as Document
  document = follow(referring, referring) as Document
})

/** The same with each reference replaced by what it refers to; one that leads nowhere is an error. */
function follow(part: unknown, whole: object): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => follow(each, whole))
  if (!('$ref' in part))
    return Object.fromEntries(Object.entries(part).map(([k, v]) => [k, follow(v, whole)]))
  const names = String(part.$ref).split('/').slice(1)
  const found = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    whole,
  )
  if (found === undefined) throw new Error(`${String(part.$ref)} leads nowhere`)
  return follow(found, whole)
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
const find = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()]

type Content = Operation['responses'][string]['content']
/** The schema of a body or answer, of any media type. */
const schemaOf = (content: Content): Schema | undefined => Object.values(content ?? {})[0]?.schema

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
    const streams = [CHANGES_PATH, ADMIN_CHANGES_PATH].map((path) => `GET ${path}`)
    expect(described.sort()).toEqual([...declared, ...streams].sort())
    const names = operations().map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(declared).size).toBe(declared.length)
  })

  test('has the calls by topics, each of a size that can be looked over', () => {
    const { tags } = document
    const topics = Map.groupBy(operations(), ({ operation }) => operation.tags.join())
    expect([...topics.keys()].sort()).toEqual(tags.map(({ name }) => name).sort())
    const large = [...topics].filter(([, calls]) => calls.length > 25)
    expect(large.map(([name]) => name)).toEqual([])
  })

  test('names the session that each call needs, by the cookie that carries it', () => {
    const { securitySchemes } = document.components
    const nameOf = ([scheme, scopes]: [string, string[]]) => {
      const { type, in: place, name, scheme: how } = securitySchemes[scheme]!
      return how ? `${type} ${how} of ${scopes.join()}` : `${type} in ${place}: ${name}`
    }
    for (const { method, path, audience, scope, tellsKnown } of app.server.declared) {
      const scopes = tellsKnown ? 'members:write,members:read' : scope
      const expected = {
        public: [],
        member: ['apiKey in cookie: session'],
        admin: [
          'apiKey in cookie: admin_session',
          ...(method === 'GET' ? [] : ['apiKey in header: X-CSRFToken']),
          ...(scopes ? [`http bearer of ${scopes}`] : []),
        ],
      }
      const named = (find(method, path)!.security ?? document.security)
        .flatMap((each) => Object.entries(each))
        .map(nameOf)
      expect(named, path).toEqual(expected[audience])
    }
  })

  test('over HTTPS names the cookies as they are there, and says how they are called without', () => {
    const { securitySchemes } = documentOf(app.server.declared, 'https://stand.example.com', TODAY).components
    expect(securitySchemes.member).toMatchObject({
      name: '__Host-session',
      description: expect.stringContaining('`session`') as string,
    })
    expect(securitySchemes.admin.name).toBe('__Secure-admin_session')
  })

  /** The codes that a call may answer with a status. One that is named goes before the range that it is in. */
  function refusalsOf(responses: Operation['responses'], status: number): string[] {
    const range = `${String(status)[0]}XX`
    const { description } = responses[status] ?? responses[range]!
    const [, codes = ''] = new RegExp(`\\b${status} ((\`\\w+\`(, )?)+)`).exec(description) ?? []
    return codes.match(/\w+/g) ?? []
  }

  test('says that administrators get changes only after a first password and the second factor', () => {
    const refusals = refusalsOf(find('GET', ADMIN_CHANGES_PATH)!.responses, 403)
    expect(refusals).toContain('password_change_required')
    expect(refusals).toContain('second_factor_setup_required')
  })

  test('lists the refusals of each call with their status, in the one shape', () => {
    for (const call of app.server.declared) {
      const { method, path, audience, body, beforeSetUp, confirmed } = call
      const { responses } = find(method, path)!
      const expected: ErrorCode[] = [
        ...errorsOf(call),
        ...(['wrong_host', 'request_timeout'] as const),
        ...(audience === 'public' ? [] : (['not_authenticated'] as const)),
        ...(audience === 'admin' ? (['role_required', 'too_many_requests'] as const) : []),
        ...(audience === 'admin' && !beforeSetUp
          ? (['password_change_required', 'second_factor_setup_required'] as const)
          : []),
        ...(confirmed ? (['confirmation_required'] as const) : []),
        ...(method === 'GET' ? [] : (['cross_site'] as const)),
        ...(audience === 'admin' && method !== 'GET' ? (['csrf_failed'] as const) : []),
        ...(body ? (['invalid_input', 'invalid_json', 'payload_too_large'] as const) : []),
        ...(method === 'GET' || audience === 'public' ? [] : (['idempotency_mismatch'] as const)),
        ...(['not_ready', 'overloaded', 'internal'] as const),
      ]
      for (const code of expected)
        expect(refusalsOf(responses, ERRORS[code].status), `${method} ${path}`).toContain(code)
      const shape = '{ code, error, message, fields, field_codes, reason, results }'
      for (const [status, { content }] of Object.entries(responses)) {
        if (!/^[45]/.test(status)) continue
        const properties = Object.keys(content!['application/json']!.schema.properties!)
        expect(`{ ${properties.join(', ')} }`, `${path} ${status}`).toBe(shape)
      }
      expect(document.info.description).toContain(shape)
    }
  })

  test('has the right success status, and every answer a description and a JSON schema', () => {
    for (const { method, path, status = 200 } of app.server.declared) {
      const { responses, summary } = find(method, path)!
      expect(summary, path).not.toBe('')
      const successes = Object.keys(responses).filter((each) => each.startsWith('2'))
      expect(successes, path).toEqual([String(status)])
      for (const [each, { description, content }] of Object.entries(responses)) {
        expect(each).toMatch(/^[1-5](\d\d|XX)$/)
        expect(description, path).not.toBe('')
        if (each !== '304') expect(schemaOf(content), `${path} ${each}`).toBeDefined()
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
      '/api/user/waitlist/meeting/',
      '/api/user/waitlist/tour/',
    ])
  })

  function isFile(responses: Operation['responses']) {
    const { content = {}, headers = {} } = responses['200'] ?? {}
    // A file may be of JSON, too.
    return !content['application/json'] || 'Content-Disposition' in headers
  }

  function headersOf(method: string, audience: string, file: boolean, secret = false): string[] {
    if (method === 'GET') return file ? [] : ['If-None-Match']
    // An answer with a secret is not stored.
    return audience === 'public' || secret ? [] : ['Idempotency-Key']
  }

  test('says that a docent or room without a tier is for everybody', () => {
    for (const path of ['/api/admin/docents/', '/api/admin/rooms/']) {
      const { schema } = document.paths[path]!['post']!.requestBody!.content['application/json']!
      expect(schema.properties).toMatchObject({ is_vip: { default: false }, is_vvip: { default: false } })
    }
  })

  test('describes the parts of each path and query, each body, and the key that makes a write repeatable', () => {
    for (const { method, path, query, body, audience, secret } of app.server.declared) {
      const { parameters = [], requestBody, responses } = find(method, path)!
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
      ).toEqual(headersOf(method, audience, isFile(responses), secret))
    }
  })

  test('names both formats of an export as binary files, and the copy of own data as a JSON object', () => {
    const { responses } = find('GET', '/api/admin/reservations/export/')!
    const content = responses['200']!.content!
    expect(Object.keys(content)).toEqual([XLSX, CSV])
    const file = { type: 'string', format: 'binary', contentEncoding: 'binary' }
    for (const { schema } of Object.values(content)) expect(schema).toEqual(file)
    const ownData = find('GET', '/api/user/my-data/')!.responses['200']!.content!
    expect(ownData).toEqual({ 'application/json': { schema: { type: 'object' } } })
  })

  test('has schemas that say something, without references that lead nowhere', () => {
    const roots = operations().flatMap(({ path, operation: { parameters = [], requestBody, responses } }) =>
      [
        ...parameters.map(({ schema }) => schema),
        ...(requestBody ? [requestBody.content['application/json']!.schema] : []),
        ...Object.values(responses).map(({ content }) => schemaOf(content)),
      ].flatMap((schema) => (schema ? { path, schema } : [])),
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

describe('the schemas of the document', () => {
  const schemas = () =>
    Object.entries(
      (JSON.parse(text) as { components: { schemas: Record<string, Schema> } }).components.schemas,
    )

  test('have names that an author of a client would choose', () => {
    const names = schemas().map(([name]) => name)
    const ugly = names.filter((name) => !/^(?!Get|Post|Put|Patch|Delete[A-Z])([A-Z][a-z]+)+$/.test(name))
    expect(ugly).toEqual([])
    expect(names).toEqual(expect.arrayContaining(Object.keys(NAMES)))
  })

  test('have one name each, also where two calls answer the same', () => {
    const bare = (schema: Schema) =>
      JSON.stringify(schema, (key, value: unknown) =>
        key === 'description' || key === 'examples' ? undefined : value,
      )
    const named = Map.groupBy(schemas(), ([, schema]) => bare(schema))
    const doubled = [...named.values()].filter((each) => each.length > 1)
    expect(doubled.map((each) => each.map(([name]) => name))).toEqual([])
  })

  test('are references where an object occurs twice', () => {
    const objects = schemas().flatMap(([, schema]) =>
      schemasIn(schema).filter((each) => each !== schema && each.properties),
    )
    const texts = objects.map((each) => JSON.stringify(each))
    expect(texts.filter((each, index) => texts.indexOf(each) !== index)).toEqual([])
  })
})

describe('a reader of the document', () => {
  type Described = { place: string; description?: string | undefined; mayBeNull?: boolean }
  const mayBeNull = ({ type, anyOf = [] }: JsonSchema) =>
    [type, ...anyOf.map((each) => each.type)].flat().includes('null')

  function propertiesIn(schema: JsonSchema, place: string): Described[] {
    const found: Described[] = []
    mapParts(schema, (part, key) => {
      const inner = schema.properties?.[key.slice(1)] === part ? place + key : place
      if (inner !== place)
        found.push({ place: inner, description: part.description, mayBeNull: mayBeNull(part) })
      found.push(...propertiesIn(part, inner))
      return part
    })
    return found
  }

  const described = (): Described[] => {
    const { components, paths } = JSON.parse(text) as Document
    const parts = Object.entries(components.schemas).flatMap(([name, schema]) =>
      propertiesIn(schema as JsonSchema, name),
    )
    const inputs = Object.values(paths)
      .flatMap(Object.values)
      .flatMap(({ operationId, parameters = [], requestBody }: Operation): Described[] => [
        ...parameters
          .filter((each) => !('$ref' in each))
          .map(({ name, description }) => ({ place: `${operationId}.${name}`, description })),
        ...propertiesIn((schemaOf(requestBody?.content) ?? {}) as JsonSchema, operationId),
      ])
    return [...parts, ...inputs]
  }

  test('learns what each property and each parameter is', () => {
    expect(described().length).toBeGreaterThan(900)
    const silent = described().filter(({ description }) => !description)
    expect(silent.map(({ place }) => place)).toEqual([])
  })

  test('learns when each property may be null, and of no other that it may', () => {
    const wrong = described().filter(
      ({ description = '', mayBeNull: is = false }) => is !== /\bnull\b/i.test(description),
    )
    expect(wrong.map(({ place, description }) => `${place}: ${description}`)).toEqual([])
  })

  test('reads no description of a property or parameter that no longer exists', () => {
    const used = new Set(described().map(({ place }) => describedAs(place)))
    expect([...DESCRIPTIONS.keys()].filter((place) => !used.has(place))).toEqual([])
  })
})

test('the dates of its examples are the next day of the event, or tomorrow, whenever it is read', async () => {
  const read = async () => (await app.server.inject('/api/openapi.json')).body
  app.setClock('2027-03-01', '09:00')
  expect(await read()).toContain('"date":"2027-03-02"')
  await makeEventDate(app.db, '2027-05-04')
  const next = await read()
  expect(next).toContain('"date":"2027-05-04"')
  expect(next).not.toContain('2026-')
})

describe('what is sent to webhooks', () => {
  type Sent = Record<string, { post: Operation }>
  const sent = () => (document as Document & { webhooks: Sent }).webhooks

  test('is described for each event, in words of its own', () => {
    expect(Object.keys(sent())).toEqual([...WEBHOOK_EVENTS, 'ping'])
    const summaries = Object.values(sent()).map(({ post }) => post.summary)
    expect(summaries.filter(Boolean)).toHaveLength(new Set(summaries).size)
    expect(summaries).not.toContain(undefined)
  })

  test('has the type of its event, the reservation where it is about one, and the headers that prove it', () => {
    const propertiesOf = (type: string) => schemaOf(sent()[type]!.post.requestBody!.content)!.properties!
    expect(propertiesOf('reminder.due')['type']).toMatchObject({ const: 'reminder.due' })
    expect(propertiesOf('reminder.due')['reservation']).toHaveProperty('anyOf')
    expect(propertiesOf('ping')['reservation']).toMatchObject({ type: 'null' })
    const names = sent()['ping']!.post.parameters!.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['webhook-id', 'webhook-timestamp', 'webhook-signature']))
    expect(Object.keys(sent()['ping']!.post.responses)).toEqual(expect.arrayContaining(['2XX', '410']))
  })
})

test('the headers that a program needs are declared where they are sent', async () => {
  type Answers = Record<string, { headers?: object }>
  const declared = (method: string, path: string, status: string) =>
    Object.keys((find(method, path)!.responses as Answers)[status]!.headers ?? {})
  const admin = await makeAdmin(app, 'owner')
  const [list, file, refused] = await Promise.all([
    admin.browser.send(listRooms, {}),
    admin.browser.send(exportMembers, { query: {} }),
    app.server.inject({ url: listRooms.path, headers: { authorization: 'Bearer fsl_none' } }),
  ])
  const sent = ({ headers }: { headers: object }) => Object.keys(headers)
  for (const name of ['ETag', 'X-Service-Time']) {
    expect(declared('GET', listRooms.path, '200')).toContain(name)
    expect(sent(list)).toContain(name.toLowerCase())
  }
  expect(declared('GET', exportMembers.path, '200')).toContain('Content-Disposition')
  expect(sent(file)).toContain('content-disposition')
  expect(declared('GET', listRooms.path, '4XX')).toContain('WWW-Authenticate')
  expect(sent(refused)).toContain('www-authenticate')
  for (const { method, path, scope, errors } of app.server.declared)
    if (scope ?? errors?.includes('too_many_requests'))
      expect(declared(method, path, '429'), path).toContain('Retry-After')
})

test('is read at once also over the network of a hall: packed, it has fewer than 100 kB', async () => {
  const headers = { 'accept-encoding': 'gzip, br' }
  const { rawPayload } = await app.server.inject({ url: '/api/openapi.json', headers })
  expect(rawPayload.length).toBeLessThan(100_000)
})

test('passes the rules that a public linter recommends, but for the trailing slashes of the paths', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-path-trailing-slash': 'off' } })
  // A service is at home at its own address; this one is a test's.
  const source = text.replaceAll(app.server.publicUrl, 'https://fairslot.trade')
  const found = await lintFromString({ source, config })
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('has the text of every refusal once', () => {
  for (const [code, { status, text: said }] of Object.entries(ERRORS)) {
    expect(document.info.description).toContain(`- ${status} \`${code}\` ${said}\n`)
    if (/[가-힣]/.test(said)) expect(text.split(`\` ${said}`), code).toHaveLength(2)
  }
})

test('tells a program how a token is made and sent, with every scope that there is', async () => {
  const { description } = document.info
  for (const said of ['POST /api/admin/api-tokens/', 'Authorization: Bearer fsl_', ...API_SCOPES])
    expect(description).toContain(said)
})

test('the worked example of the document runs as it stands, from the login to the approval', async () => {
  const { password } = await makeAdmin(app, 'admin')
  await makeMember(app.db, { name: '박지민', phone: '010-1234-5678' })
  await makeRoomSlots(app.db, await makeEventDate(app.db, '2026-11-21'), await makeRoom(app.db), '10:00')
  const address = await app.listen()
  const [, code] = /```js\n([\s\S]*?)```/.exec(document.info.description)!
  const program = code!.replace(app.server.publicUrl, address).replace('a long enough password', password)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toBe('PENDING 10:00 ~ 10:10\nAPPROVED\n')
})

test('the API can be read by people at /api/docs, under the policy of every page and without a network', async () => {
  const policy = (await app.server.inject('/api/public/info/')).headers['content-security-policy']
  for (const url of ['/api/docs', '/api/docs/']) {
    const response = await app.server.inject(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('text/html')
    expect(response.headers['content-security-policy']).toBe(policy)
    expect(response.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  }
  const page = (await app.server.inject('/api/docs')).body
  expect(page).toContain('Fairslot')
  const files = page.match(/(?<=(src|href)=")\/api\/docs\/[^"]+/g) ?? []
  expect(files).toHaveLength(4)
  for (const url of [...files, '/api/openapi.json']) {
    const ask = (headers: Record<string, string>) => app.server.inject({ url, headers })
    const [plain, packed] = [await ask({}), await ask({ 'accept-encoding': 'gzip, br' })]
    expect([url, plain.statusCode, packed.headers['content-encoding']]).toEqual([url, 200, 'br'])
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
    const known = { 'accept-encoding': 'gzip, br', 'if-none-match': packed.headers.etag! }
    expect((await ask(known)).statusCode).toBe(304)
  }
  expect((await app.server.inject('/api/docs/package.json')).statusCode).toBe(404)
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
