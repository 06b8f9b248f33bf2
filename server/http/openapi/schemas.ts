import * as z from 'zod/mini'
import { flag } from '../../../contract/admin/places.ts'
import * as field from '../../../contract/field.ts'
import { PAGE_SIZE, pageSize } from '../../../contract/page.ts'
import { nationalPhone } from '../../../domain/phone.ts'
import type { JsonSchema } from './json-schema.ts'

/** The contract's own checks, which zod cannot convert. */
const hints = z.registry<JsonSchema>()
hints.add(flag, { default: false })
hints.add(field.date, { format: 'date' })
hints.add(field.email, { format: 'email' })
hints.add(field.time, { pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' })
hints.add(field.memberPhone, { pattern: '^010-[0-9]{4}-[0-9]{4}$' })
hints.add(pageSize, { maximum: PAGE_SIZE.max })
hints.add(field.idText, { type: 'integer', minimum: 1, pattern: undefined })

export const described = <Schema extends z.ZodMiniType>(schema: Schema, hint: JsonSchema): Schema => {
  hints.add(schema, hint)
  return schema
}

const PHONE_DESCRIPTION = 'A number that begins with +82 10, +82 (0)10 or 0082 10 is read as 010'
const INSTANT = /(^|_)at$|^((closed|former_secret)_)?until$|^as_of$|_since$/

const isPhone = ({ _zod: { def } }: z.core.$ZodType): boolean =>
  ('innerType' in def && isPhone(def.innerType as z.core.$ZodType)) ||
  (def.checks ?? []).some(({ _zod: check }) => 'tx' in check.def && check.def.tx === nationalPhone)

type Conversion = { zodSchema: z.core.$ZodType; jsonSchema: { description?: string | undefined } }

const options = {
  metadata: hints,
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }: Conversion) {
    if (isPhone(zodSchema)) jsonSchema.description = PHONE_DESCRIPTION
  },
} as const

const UNLIMITED: readonly unknown[] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]

/** Answers may gain fields, so objects are open. Instants are recognized by name. */
const plain = (converted: unknown) =>
  JSON.parse(JSON.stringify(converted), (key, value: unknown) => {
    if (key === '$schema' || key === '$id' || UNLIMITED.includes(value)) return undefined
    if (key === 'additionalProperties' && value === false) return undefined
    const type = INSTANT.test(key) && (value as JsonSchema).type
    return [type].flat().includes('string') ? { ...(value as JsonSchema), format: 'date-time' } : value
  }) as JsonSchema

function converterOf(io: 'input' | 'output') {
  const converted = new WeakMap<z.ZodMiniType, JsonSchema>()
  return (schema: z.ZodMiniType): JsonSchema =>
    converted.getOrInsertComputed(schema, () => plain(z.toJSONSchema(schema, { ...options, io })))
}

export const inputSchema = converterOf('input')
export const outputSchema = converterOf('output')

/** The media types of a file; empty for JSON. */
export const mediaTypesOf = ({ anyOf, contentMediaType }: JsonSchema): string[] =>
  contentMediaType ? [contentMediaType] : (anyOf ?? []).flatMap((each) => each.contentMediaType ?? [])
