export type Schema = {
  [keyword: string]: unknown
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  examples?: unknown[]
}

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema }
type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Content = Record<string, Media>
type Declared = {
  $ref?: string
  description: string
  content?: Content
  headers?: Record<string, { $ref?: string; required?: boolean }>
}

export type Operation = {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  body: { schema: Schema; example: unknown } | undefined
  responses: Record<string, Declared>
}

export type ApiDocument = {
  security?: Record<string, string[]>[]
  paths: Record<string, Record<string, Record<string, unknown>>>
  components: { schemas: Record<string, Schema> }
}

export function readOperations(document: ApiDocument): Operation[] {
  const follow = makeFollow(document)
  const followAll = <T extends { $ref?: string }>(parts: Record<string, T> = {}) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, follow(part)]))
  const readBody = (given: unknown) => {
    if (!given) return undefined
    const { content } = follow(given as { content: Content; $ref?: string })
    const { schema = {}, example, examples } = Object.values(content)[0]!
    return { schema, example: example ?? Object.values(examples ?? {})[0]?.value }
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, said]) => ({
      operationId: String(said['operationId']),
      method: method.toUpperCase() as Operation['method'],
      path,
      security: (said['security'] ?? document.security ?? []) as Operation['security'],
      parameters: ((said['parameters'] ?? []) as Parameter[]).map((each) => follow(each)),
      body: readBody(said['requestBody']),
      responses: Object.fromEntries(
        Object.entries(followAll(said['responses'] as Record<string, Declared>)).map(([status, each]) => [
          status,
          { ...each, headers: followAll(each.headers) },
        ]),
      ),
    })),
  )
}

/** Resolves a reference. */
export function makeFollow(document: object) {
  return function follow<T extends { $ref?: string }>(part: T): T {
    if (part.$ref === undefined) return part
    const names = part.$ref.split('/').slice(1)
    return follow(names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T)
  }
}
