import type { Endpoint } from '../../../contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { errorBody } from '../../../contract/field.ts'
import { exampleOf } from './examples.ts'
import { jsonSchema, withReferences, type JsonSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

const JSON_TYPE = 'application/json'

const securityOf = ({ audience, method }: Endpoint) => {
  if (audience === 'public') return []
  if (audience === 'member') return [{ memberSession: [] }]
  return [{ adminSession: [], ...(method !== 'GET' && { csrfToken: [] }) }]
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
    content: { [JSON_TYPE]: { schema: withReferences(schema), example: exampleOf(schema) } },
  }
}

/** The answer of a success: JSON, or a file of the type that its schema names. */
function answerOf({ response, status = 200 }: Endpoint) {
  const schema = jsonSchema(response, 'output')
  return {
    description: status === 201 ? 'Created' : 'Done',
    content: { [schema.contentMediaType ?? JSON_TYPE]: { schema: withReferences(schema) } },
  }
}

function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const isWrite = endpoint.method !== 'GET'
  return [
    ...(endpoint.audience === 'public' ? [] : (['not_authenticated'] as const)),
    ...(endpoint.audience === 'admin' && !endpoint.beforeSetUp
      ? (['second_factor_setup_required'] as const)
      : []),
    ...(isWrite ? (['cross_site'] as const) : []),
    ...(isWrite && endpoint.audience === 'admin' ? (['csrf_failed'] as const) : []),
    // Also the answer to headers that are too long, whatever the call.
    'invalid_input',
    ...(isWrite ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(isWrite && endpoint.audience !== 'public' ? (['idempotency_mismatch'] as const) : []),
    ...(endpoint.errors ?? []),
    'not_ready',
    'overloaded',
  ]
}

type Refusal = { description: string; content: Record<string, { schema: unknown }> }

/** Describes calls, and collects the refusals that they share. */
export function makeOperations() {
  const refusals: Record<string, Refusal> = {}
  const failure = { [JSON_TYPE]: { schema: withReferences(jsonSchema(errorBody, 'output')) } }

  const names = new Map<string, string>()

  /** Refusals of one status are one response of OpenAPI; calls that refuse for the same reasons share it. */
  function refer(...codes: ErrorCode[]) {
    const reasons = codes.join()
    const { status } = ERRORS[codes[0]!]
    const name = names.get(reasons) ?? `${status}-${names.size + 1}`
    names.set(reasons, name)
    const description = codes.map((code) => `\`${code}\` ${ERRORS[code].text}`).join('; ')
    refusals[name] ??= { description, content: failure }
    return { $ref: `#/components/responses/${name}` }
  }

  /** A call as OpenAPI describes it: input, answer, every refusal by status, and the session it needs. */
  function operationOf(endpoint: Endpoint) {
    const byStatus = Map.groupBy(new Set(refusalsOf(endpoint)), (code) => ERRORS[code].status)
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
        ...Object.fromEntries([...byStatus].map(([status, codes]) => [status, refer(...codes)])),
      },
    }
  }

  return { operationOf, refer, refusals }
}
