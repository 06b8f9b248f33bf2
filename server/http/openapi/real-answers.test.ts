import { beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Client } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeVisitor } from '../../../test/make.ts'
import { fillSampleEvent } from '../../sample-event/sample-event.ts'
import type { JsonSchema } from './json-schema.ts'

type Media = Record<string, { schema: JsonSchema; example?: object }>
type Parameter = { name: string; in: string; required?: boolean; example?: string | number }
type Operation = {
  parameters: Parameter[]
  requestBody?: { content: Media }
  responses: Record<string, { content?: Media }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}
type Answered = {
  said: string
  status: number
  code: string | undefined
  schema: JsonSchema
  answer: unknown
}

const app = useTestApp()
const browsers = {} as Record<Endpoint['audience'], Client>
const answered: Answered[] = []
let document: Document

async function signIn() {
  browsers.public = app.client()
  browsers.member = (await makeVisitor(app, { is_vip: true, is_vvip: true })).browser
  browsers.admin = (await makeAdmin(app)).browser
}

const operationOf = ({ method, path }: Endpoint) => document.paths[path]![method.toLowerCase()]!

const bodyOf = (call: Endpoint) => operationOf(call).requestBody?.content['application/json']!.example

async function ask(call: Endpoint, query: Record<string, unknown>, id: number) {
  const operation = operationOf(call)
  const body = bodyOf(call)
  const params = { id, token: 'none' }
  const input = { params, query, ...(body && { body }) } as object
  const response = await browsers[call.audience].send(call, input as never)
  if (response.statusCode === 401 && call.audience !== 'public') await signIn()
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const answer: unknown = isJson ? response.json() : null
  const { schema } = operation.responses[String(call.status ?? 200)]!.content!['application/json'] ?? {
    schema: {},
  }
  const { code } = (answer ?? {}) as { code?: string }
  const said = `${call.method} ${call.path} ${JSON.stringify({ query, body })}: ${response.body.slice(0, 300)}`
  answered.push({ said, status: response.statusCode, code, schema, answer })
  return response.statusCode
}

/** With what is required, then with each of the other parameters. */
async function askInTurn(call: Endpoint) {
  const parameters = operationOf(call).parameters.filter((each) => each.in === 'query')
  const valuesOf = (some: Parameter[]) => Object.fromEntries(some.map(({ name, example }) => [name, example]))
  const required = parameters.filter((each) => each.required)
  const others = parameters.filter((each) => !each.required)
  const { id: ofBody } = (bodyOf(call) ?? {}) as { id?: number }
  const ids = call.path.includes('{id}') && ofBody === undefined ? [1, 2, 3] : [1]
  for (const id of ids) if ((await ask(call, valuesOf(required), id)) < 400) break
  for (const one of others) await ask(call, valuesOf([...required, one]), 1)
}

beforeAll(async () => {
  await fillSampleEvent(app.db, 'http://localhost', app.now())
  await signIn()
  document = (await app.server.inject('/api/openapi.json')).json<Document>()
  // Deletions last, so that there is something to read.
  const order = ({ method, path }: Endpoint) =>
    method === 'GET' ? 1 : method === 'DELETE' || /logout/.test(path) ? 2 : 0
  for (const call of app.server.declared.toSorted((one, other) => order(one) - order(other)))
    await askInTurn(call)
}, 120_000)

/** Only a caller knows the own password, code and key: an example of them is refused. */
const isOwnSecret = (answer: unknown) =>
  Object.keys((answer as { fields: object }).fields).every((field) =>
    /^(current_)?password$|^offer$/.test(field),
  )

test('each example of the document is accepted by the service that it describes', () => {
  const refused = answered.filter(
    ({ code, answer }) => code === 'internal' || (code === 'invalid_input' && !isOwnSecret(answer)),
  )
  expect(refused.map(({ said }) => said)).toEqual([])
  expect(answered.filter(({ status }) => status < 300).length).toBeGreaterThan(150)
})

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

/** Texts of real answers, by the place that describes them. */
function textsIn(
  schema: JsonSchema,
  value: unknown,
  place: string,
): { place: string; format: unknown; text: string }[] {
  const within = (part: JsonSchema, key: string, inner: unknown) => textsIn(part, inner, place + key)
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].split('/').at(-1)!
    return textsIn(document.components.schemas[name]!, value, name)
  }
  if (schema.anyOf) return schema.anyOf.flatMap((each) => within(each, '', value))
  if (typeof value === 'string')
    return schema.type === undefined || schema.enum ? [] : [{ place, format: schema['format'], text: value }]
  if (Array.isArray(value))
    return value.flatMap((each) => (schema.items ? within(schema.items, '[]', each) : []))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const part = schema.properties?.[name]
    return part ? within(part, `.${name}`, inner) : []
  })
}

test('a text is declared an instant if, and only if, real answers have instants there', () => {
  const texts = answered
    .filter(({ status }) => status < 300)
    .flatMap(({ schema, answer }) => textsIn(schema, answer, ''))
  const places = Map.groupBy(texts, ({ place }) => place)
  const wrong = [...places].filter(([, found]) => {
    const areInstants = found.every(({ text }) => INSTANT.test(text) && !Number.isNaN(Date.parse(text)))
    return areInstants !== (found[0]!.format === 'date-time')
  })
  expect(wrong.map(([place, [one]]) => `${place} ${String(one!.format)}: ${one!.text}`)).toEqual([])
  const declared = [...places.values()].filter(([one]) => one!.format === 'date-time')
  expect(declared.length).toBeGreaterThan(25)
})
