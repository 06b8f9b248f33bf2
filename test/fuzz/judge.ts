import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ERRORS, type ErrorBody } from '../../contract/errors.ts'
import type { ApiDocument, Operation, Schema } from './document.ts'

export type Answer = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Says what an answer has that the document does not declare. */
export function makeJudge(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(closed(document), 'api')
  const checks = new Map<string, ReturnType<typeof ajv.compile>>()
  const check = (schema: Schema) => {
    const key = JSON.stringify(schema)
    const found = checks.get(key) ?? ajv.compile(closed(JSON.parse(key.replaceAll('"#/', '"api#/'))))
    checks.set(key, found)
    return found
  }

  return function faultOf(
    { responses }: Operation,
    { statusCode, headers, body }: Answer,
  ): string | undefined {
    if (statusCode >= 500) return `a failure of ours: ${statusCode}`
    const declared = responses[statusCode] ?? responses[`${String(statusCode)[0]}XX`]
    if (!declared) return `status ${statusCode} is not declared`
    for (const [name, { required }] of Object.entries(declared.headers ?? {}))
      if (required && headers[name.toLowerCase()] === undefined) return `header ${name} is missing`
    if (!declared.content) return body === '' ? undefined : `${statusCode} is declared without a body`
    const type = String(headers['content-type']).split(';')[0]!
    const media = declared.content[type]
    if (!media) return `content type ${type} of ${statusCode} is not declared`
    const { schema } = media
    if (!schema || isFile(schema, document) || !type.endsWith('json')) return undefined
    const answer: unknown = JSON.parse(body)
    const valid = check(schema)
    if (!valid(answer)) return `${statusCode} is not of its schema: ${ajv.errorsText(valid.errors)}`
    return statusCode < 400 ? undefined : faultOfRefusal(statusCode, headers, answer as ErrorBody, declared)
  }
}

function faultOfRefusal(
  status: number,
  headers: Record<string, unknown>,
  { code, error, message }: ErrorBody,
  declared: { description: string },
) {
  if (ERRORS[code].status !== status) return `${code} came with ${status}`
  if (error !== message) return `error and message differ`
  if (status === 429 && headers['retry-after'] === undefined) return '429 came without Retry-After'
  return declared.description.includes(`\`${code}\``) ? undefined : `${status} ${code} is not declared`
}

const isFile = ({ $ref, ...schema }: Schema, { components }: ApiDocument): boolean => {
  const { contentMediaType, format } = $ref ? components.schemas[$ref.split('/').at(-1)!]! : schema
  return contentMediaType !== undefined || format === 'binary'
}

/** Undeclared fields are faults here, although clients must accept them. */
const closed = <Part>(part: Part): Part =>
  JSON.parse(JSON.stringify(part), (_key, value: unknown) => {
    const { type, properties, additionalProperties } = (value ?? {}) as Schema
    const isObject = type === 'object' && typeof properties === 'object'
    return isObject && additionalProperties === undefined
      ? { ...(value as object), additionalProperties: false }
      : value
  }) as Part
