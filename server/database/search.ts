import { sql, type RawBuilder } from 'kysely'
import { searchWords } from '../../domain/search-key.ts'

/** A pattern for `like` that finds `word` anywhere, where `%`, `_` and `\` stand for themselves. */
const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/** True of a row whose search key, a column or what `searchKeyOf` makes, has each word of the search in it. */
export const hasWords = (key: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`${key} like all (${searchWords(search).map(containing)}::text[])`

/** One search key of several texts of a row; see `searchKey` of the domain. */
export const searchKeyOf = (...texts: RawBuilder<unknown>[]): RawBuilder<string> =>
  // chr(31) stands in no text and in no search, so nothing is found across two texts.
  sql<string>`search_key(concat_ws(chr(31), ${sql.join(texts)}))`

/** Where a page begins, and how long it is, for `limit` and `offset`. */
export const pageAt = (page: number | undefined, size: number) => ({
  limit: size,
  offset: ((page ?? 1) - 1) * size,
})
