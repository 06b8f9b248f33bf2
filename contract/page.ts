import * as z from 'zod/mini'
import { idText, longText } from './field.ts'

const SEARCH_MAX = 100

// Copied phone numbers often contain direction marks.
export const withoutTurns = z.pipe(
  z.string(),
  z.transform((text: string) => text.replaceAll(/\p{Bidi_C}/gu, '')),
)

/** Pages count from 1. */
export const pageQuery = {
  page: z.optional(idText),
  search: z.optional(z.pipe(withoutTurns, longText(SEARCH_MAX))),
}

export const PAGE_SIZE = { usual: 100, max: 2_000, log: 50 } as const

export const pageSize = z.optional(z.pipe(idText, z.number().check(z.maximum(PAGE_SIZE.max))))

/** `count` covers all pages. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ count: z.int(), results: z.array(item) })
