import type { Endpoint } from '../../../contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { errorBody } from '../../../contract/field.ts'
import { exampleOf } from './examples.ts'
import { jsonSchema, type JsonSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

const JSON_TYPE = 'application/json'

type Requirement = Record<string, string[]>

/** Needed by each call that names nothing else: by most writes of administrators. */
export const USUAL_SECURITY: readonly Requirement[] = [{ admin: [], csrf: [] }]

function securityOf({ audience, method, scope }: Endpoint): readonly Requirement[] | undefined {
  if (audience === 'public') return []
  if (audience === 'member') return [{ member: [] }]
  if (method === 'GET') return [{ admin: [] }, ...(scope ? [{ token: [scope] }] : [])]
  return scope ? [...USUAL_SECURITY, { token: [scope] }] : undefined
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
      ...(schema.required?.includes(name) && { required: true }),
      schema: each,
    }))
  const isRepeatable = method !== 'GET' && audience !== 'public'
  const isPolled = method === 'GET' && !jsonSchema(response, 'output').contentMediaType
  const parameters = [
    ...(params ? list('path', jsonSchema(params, 'input')) : []),
    ...(query ? list('query', jsonSchema(query, 'input')) : []),
    ...(isRepeatable ? [{ $ref: '#/components/parameters/Key' }] : []),
    ...(isPolled ? [{ $ref: '#/components/parameters/Etag' }] : []),
  ]
  return parameters.length > 0 && { parameters }
}

function bodyOf({ body }: Endpoint) {
  if (!body) return undefined
  const schema = jsonSchema(body, 'input')
  const isRequired = !body.safeParse(undefined).success
  return {
    ...(isRequired && { required: true }),
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

/** The refusals that every call of its audience and method can give. */
function commonRefusals({ audience, method, beforeSetUp }: Endpoint): ErrorCode[] {
  const isWrite = method !== 'GET'
  return [
    // Also the answer to headers that are too long, whatever the call.
    'invalid_input',
    ...(isWrite ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(audience === 'public' ? [] : (['not_authenticated'] as const)),
    ...(audience === 'admin' && !beforeSetUp ? (['second_factor_setup_required'] as const) : []),
    ...(audience === 'admin' ? (['scope_required'] as const) : []),
    ...(isWrite ? (['cross_site'] as const) : []),
    ...(isWrite && audience === 'admin' ? (['csrf_failed'] as const) : []),
    ...(isWrite && audience !== 'public' ? (['idempotency_mismatch'] as const) : []),
  ]
}

const failure = { [JSON_TYPE]: { schema: jsonSchema(errorBody, 'output') } }

const byStatus = (codes: readonly ErrorCode[]) => Map.groupBy(codes, (code) => ERRORS[code].status)

/** As `400 \`invalid_input\`, \`invalid_json\`; 404 \`not_found\``. The guide has their texts. */
const refusal = (codes: readonly ErrorCode[]) => ({
  description: [...byStatus(codes)]
    .toSorted(([one], [other]) => one - other)
    .map(([status, each]) => `${status} ${each.map((code) => `\`${code}\``).join(', ')}`)
    .join('; '),
  content: failure,
})

/**
 * Refusals as OpenAPI describes them. Those of every call of a kind are its `4XX`, and so stand in the document once. A
 * status by itself has those of one call; it goes before the range, so that it names the common ones of its status too.
 */
export function refusals(common: readonly ErrorCode[], own: readonly ErrorCode[] = []) {
  const shared = byStatus(common)
  const ofCall = [...byStatus(own)].map(([status, codes]) => [
    status,
    refusal([...new Set([...(shared.get(status) ?? []), ...codes])]),
  ])
  return {
    ...Object.fromEntries(ofCall),
    '4XX': refusal(common),
    '5XX': refusal(['internal', 'not_ready', 'overloaded']),
  }
}

/** A call as OpenAPI describes it: input, answer, every refusal with its status, and the session it needs. */
export function operationOf(endpoint: Endpoint) {
  const isPolled = endpoint.method === 'GET' && !jsonSchema(endpoint.response, 'output').contentMediaType
  const body = bodyOf(endpoint)
  const security = securityOf(endpoint)
  return {
    operationId: operationIdOf(endpoint),
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    ...(security && { security }),
    ...parametersOf(endpoint),
    ...(body && { requestBody: body }),
    responses: {
      [endpoint.status ?? 200]: answerOf(endpoint),
      ...(isPolled && { 304: { $ref: '#/components/responses/304' } }),
      ...refusals(commonRefusals(endpoint), endpoint.errors),
    },
  }
}
