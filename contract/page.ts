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

/** Where the page before ended: a date where it has one, an instant in milliseconds, and the id of those that share it. */
export const cursor = z.optional(
  z.string().check(z.regex(/^(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])_)?\d{1,14}_\d{1,9}$/)),
)

/** One page, and how many there are on all pages together. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ count: z.int(), results: z.array(item) })
