import { sql, type RawBuilder } from 'kysely'
import { searchWords } from '../../domain/search-text.ts'

/** A pattern for `like` that finds `word` anywhere, where `%`, `_` and `\` stand for themselves. */
const containing = (word: string): string => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * True of a row whose `folded` text has each word of the search in it: a column `search_text`, or what `foldTogether`
 * makes.
 */
export const hasWords = (folded: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`${folded} like all (${searchWords(search).map(containing)}::text[])`

/** Several texts of a row folded as one, as `foldText` of the domain does. */
export const foldTogether = (...texts: RawBuilder<unknown>[]): RawBuilder<string> =>
  // chr(31) stands in no text and in no search, so nothing is found across two texts.
  sql<string>`fold_text(concat_ws(chr(31), ${sql.join(texts)}))`

/** Where a page begins, and how long it is, for `limit` and `offset`. */
export const pageAt = (page: number | undefined, size: number) => ({
  limit: size,
  offset: ((page ?? 1) - 1) * size,
})
