import type { Endpoint } from '../../../contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { errorsOf, paramsOf } from '../../../contract/field.ts'
import { OWN_DATA } from '../../../contract/own-data.ts'
import { readingOf } from '../api-token.ts'
import { descriptionOf, withDescriptions } from './describe.ts'
import type { ExampleOf } from './examples.ts'
import { headers } from './headers.ts'
import type { JsonSchema } from './json-schema.ts'
import { pascal } from './names.ts'
import { inputSchema, mediaTypesOf, outputSchema } from './schemas.ts'
import { tagOf } from './tags.ts'

/** `PUT /api/admin/docents/{id}/` is `putAdminDocentsById`. */
export const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() + pascal(path.slice('/api'.length).replaceAll('{', 'by-'))

function securityOf({ audience, method, scope, tellsKnown }: Endpoint) {
  if (audience === 'public') return []
  if (audience === 'member') return [{ member: [] }]
  const scopes = scope && (tellsKnown ? [scope, readingOf(scope)] : [scope])
  return [method === 'GET' ? { admin: [] } : { admin: [], csrf: [] }, ...(scopes ? [{ token: scopes }] : [])]
}

/** Refusals of every call with this audience and method, and their shared name. */
function commonRefusals({ audience, method, beforeSetUp, confirmed }: Endpoint): [string, ErrorCode[]] {
  const isWrite = method !== 'GET'
  const isAdmin = audience === 'admin'
  const codes: (ErrorCode | false)[] = [
    // Also answers headers that are too long.
    'invalid_input',
    'wrong_host',
    'request_timeout',
    isWrite && 'invalid_json',
    isWrite && 'payload_too_large',
    isWrite && 'unsupported_media_type',
    audience !== 'public' && 'not_authenticated',
    isAdmin && beforeSetUp !== 'password' && 'password_change_required',
    isAdmin && !beforeSetUp && 'second_factor_setup_required',
    confirmed === true && 'confirmation_required',
    isAdmin && 'role_required',
    isAdmin && 'scope_required',
    isAdmin && 'too_many_requests',
    isWrite && 'cross_site',
    isWrite && isAdmin && 'csrf_failed',
    isWrite && audience !== 'public' && 'idempotency_mismatch',
  ]
  const variant = beforeSetUp ? `-before-${beforeSetUp}` : confirmed ? '-confirmed' : ''
  const name = `${audience}-${isWrite ? 'write' : 'read'}${variant.replace('_', '-')}`
  return [name, codes.filter((code) => code !== false)]
}

const LATER: readonly ErrorCode[] = ['too_many_requests', 'overloaded', 'not_ready']

const byStatus = (codes: readonly ErrorCode[]) => Map.groupBy(codes, (code) => ERRORS[code].status)

/** As `400 \`invalid_input\`, \`invalid_json\`; 404 \`not_found\``. */
const listed = (codes: readonly ErrorCode[]) =>
  [...byStatus(codes)]
    .toSorted(([one], [other]) => one - other)
    .map(([status, each]) => `${status} ${each.map((code) => `\`${code}\``).join(', ')}`)
    .join('; ')

/** Adds the refusals to `responses`. */
export function makeOperationOf(
  share: (schema: JsonSchema) => JsonSchema,
  responses: Record<string, object>,
  exampleOf: ExampleOf,
) {
  const refusal = (name: string, codes: readonly ErrorCode[]) => {
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
    const isLater = codes.some((code) => LATER.includes(code))
    responses[name] = {
      description: listed(codes),
      headers: headers(
        'X-Service-Time',
        isLater && 'Retry-After',
        codes.includes('not_authenticated') && 'WWW-Authenticate',
      ),
      content,
    }
    return { $ref: `#/components/responses/${name}` }
  }
  /** A status takes precedence over the range, so it repeats the common refusals of that status. */
  const refusalsOf = (call: Endpoint) => {
    const [name, common] = commonRefusals(call)
    const codes = [...errorsOf(call), ...(call.scope ? (['too_many_requests'] as const) : [])]
    const own = [...byStatus(codes)].map(([status, each]) => {
      const all = [...new Set([...(byStatus(common).get(status) ?? []), ...each])]
      return [status, refusal(all.join('.'), all)]
    })
    return {
      ...Object.fromEntries(own),
      '4XX': refusal(name, common),
      '5XX': refusal('failure', ['internal', 'not_ready', 'overloaded']),
    }
  }
  const inputs = (call: Endpoint, place: 'path' | 'query', schema: Endpoint['query']) => {
    const { properties = {}, required = [] } = schema ? inputSchema(schema) : {}
    return Object.entries(properties).map(([name, each]) => ({
      name,
      in: place,
      description: descriptionOf(`${operationIdOf(call)}.${name}`, each),
      ...(required.includes(name) && { required: true }),
      schema: each,
      ...(place === 'query' && { example: exampleOf(each, name) }),
    }))
  }
  const bodyOf = (call: Endpoint, body: NonNullable<Endpoint['body']>) => {
    const schema = withDescriptions(share(inputSchema(body)), operationIdOf(call))
    return {
      required: !body.safeParse(undefined).success,
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    }
  }

  return (call: Endpoint) => {
    const { method, path, audience, query, body, status = 200, summary } = call
    const answer = outputSchema(call.response)
    const mediaTypes = mediaTypesOf(answer)
    // Generated clients would make a class of two types.
    const { anyOf: _, ...file } = answer
    const many = mediaTypes.length > 1 ? file : share(answer)
    const schema = mediaTypes[0] === OWN_DATA ? { type: 'object' } : many
    const isPolled = method === 'GET' && mediaTypes.length === 0
    const isFile = mediaTypes.length > 0 && mediaTypes[0] !== 'text/event-stream'
    const isRepeatable = method !== 'GET' && audience !== 'public' && !call.secret
    return {
      operationId: operationIdOf(call),
      summary,
      tags: [tagOf(call)],
      security: securityOf(call),
      parameters: [
        ...inputs(call, 'path', paramsOf(call)),
        ...inputs(call, 'query', query),
        ...(isRepeatable ? [{ $ref: '#/components/parameters/Key' }] : []),
        ...(isPolled ? [{ $ref: '#/components/parameters/Etag' }] : []),
      ],
      ...(body && { requestBody: bodyOf(call, body) }),
      responses: {
        [status]: {
          description: status === 201 ? 'Created' : 'Done',
          headers: headers(
            'X-Service-Time',
            (isPolled || mediaTypes[0] === 'text/calendar') && 'ETag',
            isFile && 'Content-Disposition',
            /\/(login|logout|complete-registration)\/|DELETE.*\/my-erasure\//.test(`${method} ${path}`) &&
              'Set-Cookie',
          ),
          content: Object.fromEntries(
            (mediaTypes.length > 0 ? mediaTypes : ['application/json']).map((type) => [type, { schema }]),
          ),
        },
        ...(isPolled && { 304: { $ref: '#/components/responses/304' } }),
        ...refusalsOf(call),
      },
    }
  }
}
