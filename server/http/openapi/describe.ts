import { BOOKING_DESCRIPTIONS } from '../../../contract/text/booking-descriptions.ts'
import { DESK_DESCRIPTIONS } from '../../../contract/text/desk-descriptions.ts'
import { mapParts, type JsonSchema } from './json-schema.ts'

/** By the end of a place: `count`, or `Arrival.count` where a name means something else. */
export const DESCRIPTIONS = new Map(
  [BOOKING_DESCRIPTIONS, DESK_DESCRIPTIONS]
    .flatMap((each) => Object.entries(each))
    .flatMap(([places, text]) => places.split(' ').map((place) => [place, text] as const)),
)

/** The longest known end of a place, such as `getAdminMails.results.status`. */
export function describedAs(place: string): string | undefined {
  const parts = place.replace(/^[A-Z]\w+Webhook(?=\.)/, 'Sent').split('.')
  const ends = parts.map((_, index) => parts.slice(index).join('.'))
  return ends.find((end) => DESCRIPTIONS.has(end))
}

const isNullable = ({ type, anyOf }: JsonSchema): boolean =>
  [type].flat().includes('null') || (anyOf?.some(isNullable) ?? false)

/** The end from `; null` on is left out where it cannot be null. */
export function descriptionOf(place: string, schema: JsonSchema): string | undefined {
  const known = DESCRIPTIONS.get(describedAs(place) ?? '')
  const said = isNullable(schema) ? known : known?.replace(/; null .*/, '')
  return schema.description && said ? `${said}. ${schema.description}` : (said ?? schema.description)
}

export const withDescriptions = (schema: JsonSchema, place: string): JsonSchema =>
  mapParts(schema, (part, key) => {
    if (schema.properties?.[key.slice(1)] !== part) return withDescriptions(part, place)
    const description = descriptionOf(place + key, part)
    return { ...withDescriptions(part, place + key), ...(description && { description }) }
  })
