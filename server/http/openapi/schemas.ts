import * as z from 'zod/mini'
import { arrival } from '../../../contract/admin/arrivals.ts'
import { deletion, impact, namedDeletion, namedDeletions } from '../../../contract/admin/deletion.ts'
import { listedMail } from '../../../contract/admin/mails.ts'
import { webhook } from '../../../contract/admin/webhooks.ts'
import { roomSheet, tourSheet } from '../../../contract/day-sheet.ts'
import { docent, room } from '../../../contract/place.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { eventDate } from '../../../contract/event-date.ts'
import * as field from '../../../contract/field.ts'
import { member } from '../../../contract/member.ts'
import { meetingReservation, reservationLists, tourReservation } from '../../../contract/reservation.ts'
import { scheduleSlot } from '../../../contract/schedule.ts'
import { roomSlot, tourSlot } from '../../../contract/slot.ts'
import { waitlistEntry } from '../../../contract/waitlist.ts'
import { nationalPhone } from '../../../domain/phone.ts'
import { exampleOf, type Components, type JsonSchema } from './examples.ts'

/** Named components: entities shared by several answers. Each answer is another, named by its call. */
const entities = { deletion, impact, namedDeletion, namedDeletions, listedMail, roomSheet, tourSheet, docent }
const reservations = {
  reservationLists,
  meetingReservation,
  tourReservation,
  scheduleSlot,
  roomSlot,
  tourSlot,
}
const fields = { failure: field.errorBody, confirmation: field.confirmation, id: field.id, time: field.time }
const NAMED = {
  ...entities,
  ...reservations,
  ...fields,
  eventDate,
  member,
  room,
  arrival,
  webhook,
  waitlistEntry,
}

/** The contract's own checks, which zod cannot convert. */
const hints = z.registry<JsonSchema>()
hints.add(field.date, { format: 'date' })
hints.add(field.email, { format: 'email' })
hints.add(field.time, { pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' })
hints.add(field.memberPhone, { pattern: '^010-[0-9]{4}-[0-9]{4}$' })
hints.add(field.idText, { type: 'integer', minimum: 1, pattern: undefined })

export const described = <Schema extends z.ZodMiniType>(schema: Schema, hint: JsonSchema): Schema => {
  hints.add(schema, hint)
  return schema
}

const PHONE_DESCRIPTION = 'A number that begins with +82 10, +82 (0)10 or 0082 10 is read as 010'
const INSTANT = /(^|_)at$|^(closed_)?until$/

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

export const inputSchema = (schema: z.ZodMiniType): JsonSchema =>
  plain(z.toJSONSchema(schema, { ...options, io: 'input' }))

const refTo = (name: string) => `#/components/schemas/${name}`
const capitalised = (name: string) => name[0]!.toUpperCase() + name.slice(1)

/** Of a file; none for JSON. */
const mediaTypesOf = (schema: JsonSchema) =>
  (schema.anyOf ?? [schema]).flatMap(({ contentMediaType }) => contentMediaType ?? [])

export function answerSchemas(calls: readonly Endpoint[], nameOf: (call: Endpoint) => string) {
  const names = z.registry<{ id: string }>()
  for (const [name, schema] of Object.entries(NAMED)) names.add(schema, { id: capitalised(name) })
  for (const call of calls)
    if (!names.has(call.response)) names.add(call.response, { id: capitalised(nameOf(call)) })
  const components = plain(z.toJSONSchema(names, { ...options, uri: refTo }).schemas) as Components
  for (const schema of Object.keys(NAMED).map((name) => components[capitalised(name)]!))
    if (schema.properties) schema['examples'] = [exampleOf(schema, '', components)]
  const types = new Map(Object.entries(components).map(([name, schema]) => [name, mediaTypesOf(schema)]))
  // Generated clients would make a class of the alternatives.
  for (const [name, { length }] of types) if (length > 1) delete components[name]!.anyOf
  return {
    components,
    of: ({ response }: Endpoint) => {
      const name = names.get(response)!.id
      return { schema: { $ref: refTo(name) }, mediaTypes: types.get(name)! }
    },
  }
}
