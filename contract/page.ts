// Lists of the administrator center that come in pages.
import * as z from 'zod/mini'
import { idText, longText } from './field.ts'

const SEARCH_MAX = 100

// A phone number that is copied from an address book often comes between marks of direction.
const withoutTurns = z.pipe(
  z.string(),
  z.transform((text: string) => text.replaceAll(/\p{Bidi_C}/gu, '')),
)

/** Which page, from 1, and which words to look for. */
export const pageQuery = {
  page: z.optional(idText),
  search: z.optional(z.pipe(withoutTurns, longText(SEARCH_MAX))),
}

/** How many one page holds unless asked otherwise, and the most that may be asked for. */
export const PAGE_SIZE = { usual: 100, max: 2_000 } as const

/** How many stand on one page. */
export const pageSize = z.optional(z.pipe(idText, z.number().check(z.maximum(PAGE_SIZE.max))))

/** One page, and how many there are on all pages together. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ count: z.int(), results: z.array(item) })
