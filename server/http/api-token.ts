import type { ApiScope } from '../../contract/endpoint.ts'

export const readingOf = (scope: ApiScope): ApiScope => scope.replace(':write', ':read') as ApiScope

const WORDS: ReadonlySet<string> = new Set(['message', 'status', 'type', 'kind', 'code', 'outcome'])

/** For a token that only writes: ids, statuses, counts and the message; no names, texts or dates. */
export function withoutTexts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return WORDS.has(name) ? value : undefined
  if (Array.isArray(value))
    return value.map((item) => withoutTexts(item)).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutTexts(each, key)]))
}
