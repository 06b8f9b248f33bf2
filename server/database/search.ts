/** A pattern for `ilike` that finds `words` anywhere, where `%`, `_` and `\` stand for themselves. */
export const containing = (words: string): string => `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Where a page begins, and how long it is, for `limit` and `offset`. */
export const pageAt = (page: number | undefined, size: number) => ({
  limit: size,
  offset: ((page ?? 1) - 1) * size,
})
