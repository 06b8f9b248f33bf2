import { sql, type RawBuilder } from 'kysely'
import { searchWords } from '../../domain/search-key.ts'

const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** In Latin letters it ignores the usual apostrophes. */
export function hasWords(key: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const words = searchWords(search)
  // A quarter slower.
  const isLatin = words.some((word) => /[a-z]/.test(word))
  const text = isLatin ? sql`replace(replace(${key}, '''', ''), '’', '')` : key
  return sql<boolean>`${text} like all (${words.map(containing)}::text[])`
}

/** The search key of several texts, by the domain's `searchKey`. */
export const searchKeyOf = (...texts: RawBuilder<unknown>[]): RawBuilder<string> =>
  // chr(31) occurs in no text, so no match spans two texts.
  sql<string>`search_key(concat_ws(chr(31), ${sql.join(texts)}))`

export const pageAt = (page: number | undefined, size: number) => ({
  limit: size,
  offset: ((page ?? 1) - 1) * size,
})
