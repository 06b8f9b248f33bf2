export type JsonSchema = {
  [keyword: string]: unknown
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  description?: string
  contentMediaType?: string
}

export type Components = Readonly<Record<string, JsonSchema>>

type Change = (part: JsonSchema, key: string) => JsonSchema

/** A key is `.name` of a property, `[]` of an item, `.TYPE` of one variant among several, or empty. */
export function mapParts(schema: JsonSchema, change: Change): JsonSchema {
  const { properties, items, additionalProperties: values } = schema
  const changed = { ...schema }
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    const variants = schema[keyword]
    if (variants) changed[keyword] = variants.map((part) => change(part, keyOfVariant(part, variants)))
  }
  if (properties)
    changed.properties = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, change(part, `.${name}`)]),
    )
  if (items) changed.items = change(items, '[]')
  if (values) changed.additionalProperties = change(values, '')
  return changed
}

function keyOfVariant(part: JsonSchema, variants: readonly JsonSchema[]): string {
  const others = variants.filter(({ type }) => type !== 'null')
  const { const: only, enum: [first = others.indexOf(part)] = [] } = part.properties?.['type'] ?? {}
  return others.length < 2 ? '' : `.${(only ?? first) as string}`
}
