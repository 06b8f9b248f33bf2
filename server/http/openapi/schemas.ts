import * as z from 'zod/mini'
import { impact, deletion, namedDeletion, namedDeletions } from '../../../contract/admin/deletion.ts'
import { listedMail } from '../../../contract/admin/mails.ts'
import { told } from '../../../contract/admin/told.ts'
import { roomSheet, tourSheet } from '../../../contract/day-sheet.ts'
import { docent } from '../../../contract/docent.ts'
import { eventDate } from '../../../contract/event-date.ts'
import {
  confirmation,
  date,
  email,
  errorBody,
  id,
  idText,
  memberPhone,
  time,
} from '../../../contract/field.ts'
import { member } from '../../../contract/member.ts'
import { meetingReservation, reservationLists, tourReservation } from '../../../contract/reservation.ts'
import { room } from '../../../contract/room.ts'
import { scheduleSlot } from '../../../contract/schedule.ts'
import { roomSlot, tourSlot } from '../../../contract/slot.ts'
import { nationalPhone } from '../../../domain/phone.ts'

export type JsonSchema = {
  type?: string | string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  additionalProperties?: unknown
  description?: string
  contentMediaType?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  propertyNames?: JsonSchema
  required?: string[]
  items?: JsonSchema
  examples?: unknown[]
}

/** Things that stand in many answers: described once, by these names, from the largest to its parts. */
const SHARED: Readonly<Record<string, z.ZodMiniType>> = {
  ReservationLists: reservationLists,
  TourReservation: tourReservation,
  MeetingReservation: meetingReservation,
  TourSlot: tourSlot,
  RoomSlot: roomSlot,
  Member: member,
  Mail: listedMail,
  Impact: impact,
  Told: told,
  NamedDeletions: namedDeletions,
  NamedDeletion: namedDeletion,
  Deletion: deletion,
  TourSheet: tourSheet,
  RoomSheet: roomSheet,
  ScheduleSlot: scheduleSlot,
  Docent: docent,
  Room: room,
  EventDate: eventDate,
  Confirmation: confirmation,
  Failure: errorBody,
  EmailAddress: email,
  MemberPhone: memberPhone,
  Id: id,
  Time: time,
}

const PHONE_DESCRIPTION = 'A number that begins with +82 10, +82 (0)10 or 0082 10 is read as 010'
const WALL_TIME = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'
const INSTANT = /(^|_)at$|^(closed_)?until$/

const isReadByPhoneRule = ({ _zod: { def } }: z.core.$ZodType) =>
  (def.checks ?? []).some(({ _zod: check }) => 'tx' in check.def && check.def.tx === nationalPhone)

/** Says of a string what only a rule of the contract knows of it. */
function describe(schema: z.core.$ZodType, described: JsonSchema) {
  if (schema === date) described.format = 'date'
  if (schema === time) described.pattern = WALL_TIME
  if (schema === memberPhone) described.pattern = '^010-[0-9]{4}-[0-9]{4}$'
  if (isReadByPhoneRule(schema)) described.description = PHONE_DESCRIPTION
  if (schema === idText) {
    delete described.pattern
    Object.assign(described, { type: 'integer', minimum: 1 })
  }
  // An integer without limits of its own has those of JavaScript, which say nothing.
  if (described.maximum === Number.MAX_SAFE_INTEGER) delete described.maximum
  if (described.minimum === Number.MIN_SAFE_INTEGER) delete described.minimum
  // An answer may gain a field one day.
  if (described.additionalProperties === false) delete described.additionalProperties
  for (const [name, field] of Object.entries(described.properties ?? {}))
    for (const each of [field, ...(field.anyOf ?? [])])
      if (INSTANT.test(name) && each.type === 'string' && !each.pattern) each.format = 'date-time'
}

const isNull = ({ type }: JsonSchema) => type === 'null'
const isPlain = (schema: JsonSchema) =>
  !['const', 'pattern', 'exclusiveMinimum', 'properties', 'items'].some((each) => each in schema)

/** The same in fewer words: text that may be null is of two types, not one of two schemas. */
function inShort(schema: JsonSchema): JsonSchema {
  const { anyOf, items, properties, propertyNames, ...rest } = schema
  const [only, ...others] = anyOf?.filter((each) => !isNull(each)) ?? []
  if (typeof only?.type === 'string' && others.length === 0 && isPlain(only) && anyOf!.some(isNull))
    return { ...rest, ...only, type: [only.type, 'null'], ...(only.enum && { enum: [...only.enum, null] }) }
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(inShort) }),
    ...(items && { items: inShort(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inShort(each)])),
    }),
    // The names of a JSON object are strings in any case.
    ...(propertyNames && JSON.stringify(propertyNames) !== '{"type":"string"}' && { propertyNames }),
  }
}

/** A schema of the contract as JSON Schema 2020-12, which OpenAPI 3.1 takes as it is. */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: described }) => describe(zodSchema, described as JsonSchema),
  })
  return inShort(rest as JsonSchema)
}

/** The schemas of the shared things, by name. */
export const namedSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(SHARED).map(([name, schema]) => [name, jsonSchema(schema, 'output')]),
)
