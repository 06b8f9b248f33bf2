import type { Endpoint } from '../../../contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { errorBody } from '../../../contract/field.ts'
import { exampleOf } from './examples.ts'
import { jsonSchema, type JsonSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

const JSON_TYPE = 'application/json'

const securityOf = ({ audience, method, scope }: Endpoint) => {
  if (audience === 'public') return []
  if (audience === 'member') return [{ memberSession: [] }]
  const session = { adminSession: [], ...(method !== 'GET' && { csrfToken: [] }) }
  return scope ? [session, { apiToken: [scope] }] : [session]
}

/** `GET /api/user/schedule/` is `getUserSchedule`, `PUT /api/admin/docents/{id}/` is `putAdminDocentsById`. */
export function operationIdOf({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  const words = path
    .replace(/^\/api/, '')
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[^a-z]+/i)
    .filter(Boolean)
  return method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}

function parametersOf({ params, query, method, audience, response }: Endpoint) {
  const list = (place: 'path' | 'query', schema: JsonSchema) =>
    Object.entries(schema.properties ?? {}).map(([name, each]) => ({
      name,
      in: place,
      required: schema.required?.includes(name) ?? false,
      schema: each,
    }))
  const isRepeatable = method !== 'GET' && audience !== 'public'
  const isPolled = method === 'GET' && !jsonSchema(response, 'output').contentMediaType
  return [
    ...(params ? list('path', jsonSchema(params, 'input')) : []),
    ...(query ? list('query', jsonSchema(query, 'input')) : []),
    ...(isRepeatable ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(isPolled ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function bodyOf({ body }: Endpoint) {
  if (!body) return undefined
  const schema = jsonSchema(body, 'input')
  const isRequired = !body.safeParse(undefined).success
  return {
    required: isRequired,
    content: { [JSON_TYPE]: { schema, example: exampleOf(schema) } },
  }
}

/** The answer of a success: JSON, or a file of the type that its schema names. */
function answerOf({ response, status = 200 }: Endpoint) {
  const schema = jsonSchema(response, 'output')
  return {
    description: status === 201 ? 'Created' : 'Done',
    content: { [schema.contentMediaType ?? JSON_TYPE]: { schema } },
  }
}

function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const isWrite = endpoint.method !== 'GET'
  return [
    ...(endpoint.audience === 'public' ? [] : (['not_authenticated'] as const)),
    ...(endpoint.audience === 'admin' && !endpoint.beforeSetUp
      ? (['second_factor_setup_required'] as const)
      : []),
    ...(endpoint.audience === 'admin' ? (['scope_required'] as const) : []),
    ...(isWrite ? (['cross_site'] as const) : []),
    ...(isWrite && endpoint.audience === 'admin' ? (['csrf_failed'] as const) : []),
    // Also the answer to headers that are too long, whatever the call.
    'invalid_input',
    ...(isWrite ? (['invalid_json'] as const) : []),
    ...(endpoint.errors ?? []),
  ]
}

/** The refusals that hang on no call, in one response for all that a call does not name. */
const GENERAL = [
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_mismatch',
  'not_ready',
  'overloaded',
] as const

const failure = { [JSON_TYPE]: { schema: jsonSchema(errorBody, 'output') } }

const refusal = (codes: readonly ErrorCode[], say: (code: ErrorCode) => string) => ({
  description: codes.map((code) => `${say(code)} ${ERRORS[code].text}`).join('; '),
  content: failure,
})

/** Refusals as OpenAPI describes them, by status: what a call may answer, and what any may. */
export function refusals(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => ERRORS[code].status)
  return {
    ...Object.fromEntries(
      [...byStatus].map(([status, each]) => [status, refusal(each, (code) => `\`${code}\``)]),
    ),
    default: refusal(GENERAL, (code) => `${ERRORS[code].status} \`${code}\``),
  }
}

/** A call as OpenAPI describes it: input, answer, every refusal by status, and the session it needs. */
export function operationOf(endpoint: Endpoint) {
  const isPolled = endpoint.method === 'GET' && !jsonSchema(endpoint.response, 'output').contentMediaType
  const body = bodyOf(endpoint)
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: answerOf(endpoint),
      ...(isPolled && { 304: { $ref: '#/components/responses/NotModified' } }),
      ...refusals(refusalsOf(endpoint)),
    },
  }
}
