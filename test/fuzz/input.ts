import type { Operation, Schema } from './document.ts'
import { boundary, hostile, HOSTILE_PARTS } from './hostile.ts'
import type { Known } from './known.ts'
import type { Random } from './random.ts'

const TIMES = ['09:00', '09:30', '10:00', '13:20', '16:50', '24:00']
const DATES = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-25']

/** By the pattern that they match: examples name one of each only. */
const BY_PATTERN: readonly [belongs: RegExp, values: readonly string[]][] = [
  [/0-5\]\[0-9\]/, TIMES],
  [/010/, ['010-1234-5678', '010-9876-5432']],
  [/,\[1-9\]/, ['1', '2,3', '4,5,6']],
  [/#\[0-9a-f\]/, ['#0b6b43', '#ffffff']],
]

/** A call with one of them is mostly refused: it must fit what there is. */
const OFTEN_WITHOUT = /^(expected|replaces|time|reservation_ids|room_id|docent_id)$/

type Place = {
  name: string
  example: unknown
  /** The share of values that are wrong. */
  wildness: number
  /** Repeats what answers have said rather than the examples. */
  repeats: boolean
  pick: (name: string) => unknown
}

/** The input of a call, out of its declared schemas. */
export function makeInputs(random: Random, known: Known, follow: (schema: Schema) => Schema) {
  const { chance, oneOf, upTo } = random

  function text({ format, pattern, minLength = 0, maxLength = 40 }: Schema): string {
    if (format === 'date') return oneOf(DATES)
    if (format === 'date-time') return `${oneOf(DATES)}T${oneOf(TIMES.slice(0, -1))}:00+01:00`
    if (format === 'email') return `visitor${upTo(5_000)}@example.com`
    const [, values] = BY_PATTERN.find(([belongs]) => belongs.test(String(pattern))) ?? []
    if (values) return oneOf(values)
    const length = Math.max(Number(minLength), Math.min(upTo(12), Number(maxLength)))
    return oneOf(['가', 'a', '7']).repeat(length)
  }

  function made(schema: Schema, name: string): unknown {
    if (name === 'phone') return '010-1234-5678'
    const type = [schema.type].flat().find((each) => each !== 'null')
    if (type === 'boolean') return chance(0.5)
    if (type === 'string') return text(schema)
    if (type !== 'integer' && type !== 'number') return null
    const least = Number(schema['minimum'] ?? Number(schema['exclusiveMinimum'] ?? 0) + 1)
    return Math.min(least + upTo(10) - 1, Number(schema['maximum'] ?? Infinity))
  }

  function record(schema: Schema, place: Place) {
    const { propertyNames, additionalProperties } = schema as Record<string, Schema | undefined>
    const { example } = place
    const kept = Object.entries(schema.properties ?? {}).filter(([key]) => {
      const isNamed = typeof example === 'object' && example !== null && key in example
      if (schema.required?.includes(key)) return chance(1 - place.wildness / 2)
      return chance(OFTEN_WITHOUT.test(key) ? 0.4 : isNamed ? 0.8 : 0.25)
    })
    const entries = kept.map(([key, each]) => {
      const inner = (example as Record<string, unknown> | null | undefined)?.[key]
      return [key, value(each, { ...place, name: key, example: inner })]
    })
    if (propertyNames && typeof additionalProperties === 'object')
      for (let count = upTo(3) - 1; count > 0; count -= 1)
        entries.push([
          String(value(propertyNames, { ...place, wildness: 0 })),
          value(additionalProperties, { ...place, example: undefined }),
        ])
    if (chance(place.wildness)) entries.push([oneOf(['extra', 'is_vip', 'id', '__proto__']), hostile(random)])
    return Object.fromEntries(entries) as unknown
  }

  function value(given: Schema, place: Place): unknown {
    const schema = follow(given)
    if (chance(place.wildness)) return chance(0.5) ? boundary(schema, random) : hostile(random)
    const { name, example } = place
    if (schema['const'] !== undefined) return schema['const']
    if (schema.enum) {
      const heard = place.pick(name)
      return schema.enum.includes(heard) && chance(0.8) ? heard : oneOf(schema.enum)
    }
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) {
      const some = variants.filter((each) => each.type !== 'null')
      return some.length === 0 || chance(0.1) ? null : value(oneOf(some), place)
    }
    if (schema.type === 'object') return record(schema, place)
    if (schema.type === 'array') {
      const [least, most] = [Number(schema['minItems'] ?? 0), Number(schema['maxItems'] ?? 4)]
      const length = Math.max(least, Math.min(chance(0.7) ? 1 : upTo(4), most))
      const first = Array.isArray(example) ? (example as unknown[])[0] : undefined
      const items = Array.from({ length }, () => value(schema.items ?? {}, { ...place, example: first }))
      return isNumber(follow(schema.items ?? {})) ? [...new Set(items)] : items
    }
    // A call that deletes everything leaves nothing to try the other calls on.
    if (name === 'delete_all') return chance(0.1)
    const shown = example ?? schema.examples?.[0]
    const heard = place.repeats || isNumber(schema) ? place.pick(name) : undefined
    return (chance(0.95) ? (heard ?? shown) : undefined) ?? made(schema, name)
  }

  function addressOf({ path, parameters }: Operation, place: Place): string {
    const { wildness } = place
    const valueOf = ({ name, schema }: Operation['parameters'][number]) => value(schema, { ...place, name })
    const given = (where: string) => parameters.filter((each) => each.in === where)
    let address = path
    for (const each of given('path')) {
      const part = chance(wildness)
        ? oneOf(HOSTILE_PARTS)
        : encodeURIComponent(String(valueOf(each)).slice(0, 300).toWellFormed())
      address = address.replace(`{${each.name}}`, () => part)
    }
    const query = given('query')
      .filter(({ required }) => chance(required ? 0.97 : 0.4))
      .map((each) => [each.name, String(valueOf(each)).slice(0, 500).toWellFormed()])
    if (chance(wildness)) query.push(['unknown', '1'])
    if (query.length === 0) return address
    return `${address}?${String(new URLSearchParams(query))}${chance(wildness) ? `&${oneOf(HOSTILE_PARTS)}` : ''}`
  }

  function payloadOf({ method, body }: Operation, place: Place): string | undefined {
    if (!body) return method === 'GET' || chance(0.7) ? undefined : '{}'
    if (chance(0.005)) return `"${'x'.repeat(1_200_000)}"`
    if (chance(0.01)) return '{"a":'
    if (chance(0.02)) return JSON.stringify(hostile(random) ?? null)
    return JSON.stringify(value(body.schema, { ...place, example: body.example }))
  }

  return (operation: Operation, caller: string) => {
    const names = [...operation.parameters.map(({ name }) => name), ...fieldsIn(operation.body?.schema)]
    const pick = known.focus(names, operation.path, caller)
    // Most calls are as declared, as far as a schema says it: only they get through all checks.
    const wildness = oneOf([0, 0, 0, 0, 0.04, 0.3])
    const place = { name: '', example: undefined, wildness, repeats: chance(0.7), pick }
    return { url: addressOf(operation, place), payload: payloadOf(operation, place) }
  }

  function fieldsIn(given: Schema | undefined): string[] {
    if (!given) return []
    const { properties = {}, items, anyOf = [], oneOf = [] } = follow(given)
    return [
      ...Object.keys(properties),
      ...[...Object.values(properties), items, ...anyOf, ...oneOf].flatMap(fieldsIn),
    ]
  }
}

const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number'
