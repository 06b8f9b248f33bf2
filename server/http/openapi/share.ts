import { exampleOf } from './examples.ts'
import type { JsonSchema } from './schemas.ts'

/** Where OpenAPI lets a part be referred to. */
type Section = 'schemas' | 'responses' | 'requestBodies' | 'parameters'
type Part = Record<string, unknown>
type Walk = (part: Part, section: Section, name: string) => Part

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null

/** The same with each member put through `change`. */
const mapped = (parts: unknown, change: (part: Part, name: string) => Part): Part =>
  Object.fromEntries(
    Object.entries((parts ?? {}) as Part).map(([name, part]) => [name, change(part as Part, name)]),
  )

/** The part, in which `walk` has replaced each part that could be referred to. */
function within(part: Part, section: Section, name: string, walk: Walk): Part {
  const changed = { ...part }
  const schema = (key: string, as: string) => {
    if (isPart(part[key])) changed[key] = walk(part[key], 'schemas', as)
  }
  if (section === 'schemas') {
    if (part['properties'])
      changed['properties'] = mapped(part['properties'], (each, key) => walk(each, 'schemas', key))
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      if (part[key]) changed[key] = (part[key] as Part[]).map((each) => walk(each, 'schemas', name))
    schema('items', name)
    schema('additionalProperties', name)
  } else if (part['content']) {
    changed['content'] = mapped(part['content'], (media) =>
      isPart(media['schema'])
        ? { ...media, schema: walk(media['schema'], 'schemas', name.split(' ').at(-1)!) }
        : media,
    )
  } else schema('schema', String(part['name']))
  return changed
}

/** Every operation with each of its parts put through `walk`. */
const walkPaths = (paths: Part, walk: Walk) =>
  mapped(paths, (methods) =>
    mapped(methods, ({ parameters, requestBody, responses, ...rest }) => ({
      ...rest,
      ...(isPart(parameters) && {
        parameters: (parameters as unknown as Part[]).map((each) =>
          walk(each, 'parameters', String(each['name'])),
        ),
      }),
      ...(isPart(requestBody) && {
        requestBody: walk(requestBody, 'requestBodies', String(rest['operationId'])),
      }),
      responses: mapped(responses, (each, status) =>
        walk(each, 'responses', `${status} ${String(rest['operationId'])}`),
      ),
    })),
  )

// A reference and its place among the components take about as many letters.
const REFERENCE = 45

const pascalCase = (name: string) =>
  name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * Puts what stands several times in the operations of an OpenAPI document into its components, and leaves references.
 * What `named` describes is put there under its name, however often it stands.
 */
export function shareParts(paths: Part, named: Readonly<Record<string, JsonSchema>>) {
  const components: Record<Section, Part> = { schemas: {}, responses: {}, requestBodies: {}, parameters: {} }
  const namesOf = new Map(Object.entries(named).map(([name, schema]) => [keyOf(schema, 'schemas'), name]))
  const counts = countParts(paths)

  function nameFor(key: string, section: Section, name: string): string {
    const known = namesOf.get(key)
    if (known !== undefined) return known
    const base = pascalCase(name.split(' ')[0]!)
    const isTaken = (as: string) => as in components[section] || (section === 'schemas' && as in named)
    let n = 1
    const numbered = () => (n === 1 ? base : `${base}-${n}`)
    while (isTaken(numbered())) n += 1
    namesOf.set(key, numbered())
    return numbered()
  }
  const walk: Walk = (part, section, name) => {
    if ('$ref' in part) return part
    const key = keyOf(part, section)
    const count = counts.get(key) ?? 0
    const isWorthIt = hasName(part, section) && count * (key.length - REFERENCE) > key.length + REFERENCE
    const isShared = namesOf.has(key) || isWorthIt
    if (!isShared) return within(part, section, name, walk)
    const as = nameFor(key, section, name)
    if (!(as in components[section])) {
      components[section][as] = {}
      components[section][as] = within(part, section, name, walk)
    }
    return { $ref: `#/components/${section}/${as}` }
  }
  const shared = { paths: walkPaths(paths, walk), components }
  for (const [name, schema] of Object.entries(named)) {
    const described = components.schemas[name]
    if (isPart(described) && schema.properties && isWhole(described))
      described['examples'] = [exampleOf(schema)]
  }
  return shared
}

/** An example of a thing that refers to others would say theirs again. */
const isWhole = (part: Part) =>
  !/schemas\/(?!Id"|Time"|EmailAddress"|MemberPhone")/.test(JSON.stringify(part))

/** A text or a number that stands often has no name of its own: that of one field would mislead in another. */
const hasName = (part: Part, section: Section) => section !== 'schemas' || part['properties'] !== undefined

const keyOf = (part: object, section: Section) => `${section} ${JSON.stringify(part)}`

/** How often each part would stand in the document if those that are alike were one. */
function countParts(paths: Part): Map<string, number> {
  const counts = new Map<string, number>()
  const count: Walk = (part, section, name) => {
    const key = keyOf(part, section)
    const before = counts.get(key) ?? 0
    counts.set(key, before + 1)
    return before > 0 && hasName(part, section) ? part : within(part, section, name, count)
  }
  walkPaths(paths, count)
  return counts
}
