import * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../contract/errors.ts'
import { errorBody } from '../../contract/field.ts'
import { nationalPhone } from '../../domain/phone.ts'
import { exampleOf } from './openapi-examples.ts'
import { MAX_KEY } from './idempotency.ts'

const AUDIENCE_ERRORS: Record<Endpoint['audience'], ErrorCode[]> = {
  public: [],
  member: ['not_authenticated'],
  admin: ['not_authenticated'],
}

const securityOf = ({ audience, method }: Endpoint) => {
  if (audience === 'public') return []
  if (audience === 'member') return [{ memberSession: [] }]
  return [{ adminSession: [], ...(method !== 'GET' && { csrfToken: [] }) }]
}

const REPEATABLE = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: MAX_KEY,
      description:
        'Repeated within 24 hours with the same body it returns the first successful answer again.',
    },
  },
}

// Written here rather than in the contract, which browsers fetch.
const PHONE_DESCRIPTION = 'A number that begins with +82 10, +82 (0)10 or 0082 10 is read as 010'

const isReadByPhoneRule = ({ _zod: { def } }: z.core.$ZodType) =>
  (def.checks ?? []).some(({ _zod: check }) => 'tx' in check.def && check.def.tx === nationalPhone)

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: described }) {
      if (isReadByPhoneRule(zodSchema)) described.description = PHONE_DESCRIPTION
    },
  })
  return rest
}

const withExample = <Schema extends ReturnType<typeof jsonSchema>>(schema: Schema) =>
  schema.contentMediaType
    ? schema
    : { ...schema, examples: [exampleOf(schema as Parameters<typeof exampleOf>[0])] }

/** The answer of a success: JSON, or a file of the type that its schema names. */
function answerOf({ response }: Endpoint) {
  const schema = withExample(jsonSchema(response, 'output'))
  return schema.contentMediaType ? { content: { [schema.contentMediaType]: { schema } } } : schema
}

function refusals(endpoint: Endpoint): ErrorCode[] {
  const isWrite = endpoint.method !== 'GET'
  return [
    ...AUDIENCE_ERRORS[endpoint.audience],
    ...(isWrite ? (['cross_site'] as const) : []),
    ...(isWrite && endpoint.audience === 'admin' ? (['csrf_failed'] as const) : []),
    ...(isWrite || endpoint.query ? (['invalid_input'] as const) : []),
    ...(isWrite ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(isWrite && endpoint.audience !== 'public' ? (['idempotency_mismatch'] as const) : []),
    ...(endpoint.errors ?? []),
    'not_ready',
  ]
}

/** An endpoint as OpenAPI describes it: input, answer, every refusal by status, and the session it needs. */
export function openApiOf(endpoint: Endpoint) {
  const failures: Record<string, { description: string } & Record<string, unknown>> = {}
  for (const code of refusals(endpoint)) {
    const { status, text } = ERRORS[code]
    const described = `\`${code}\` ${text}`
    const known = failures[status]
    if (known) known.description += `; ${described}`
    else failures[status] = { description: described, ...jsonSchema(errorBody, 'output') }
  }
  return {
    summary: endpoint.summary,
    tags: [endpoint.audience],
    security: securityOf(endpoint),
    ...(endpoint.method !== 'GET' && endpoint.audience !== 'public' && { headers: REPEATABLE }),
    ...(endpoint.params && { params: jsonSchema(endpoint.params, 'input') }),
    ...(endpoint.query && { querystring: jsonSchema(endpoint.query, 'input') }),
    ...(endpoint.body && { body: withExample(jsonSchema(endpoint.body, 'input')) }),
    response: {
      [endpoint.status ?? 200]: { description: endpoint.summary, ...answerOf(endpoint) },
      ...failures,
    },
  }
}
