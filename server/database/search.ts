import { sql, type RawBuilder } from 'kysely'
import { APOSTROPHES, searchWords } from '../../domain/search-key.ts'

const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

export const hasWords = (key: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`regexp_replace(${key}, ${APOSTROPHES}, '', 'g') like all (${searchWords(search).map(containing)}::text[])`

/** The search key of several texts, by the domain's `searchKey`. */
export const searchKeyOf = (...texts: RawBuilder<unknown>[]): RawBuilder<string> =>
  // chr(31) occurs in no text, so no match spans two texts.
  sql<string>`search_key(concat_ws(chr(31), ${sql.join(texts)}))`

export const pageAt = (page: number | undefined, size: number) => ({
  limit: size,
  offset: ((page ?? 1) - 1) * size,
})
