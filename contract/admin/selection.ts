import * as z from 'zod/mini'
import { date, id } from '../field.ts'

/** Limits the cost of one call. */
const MAX = 10_000
const MAX_TEXT = `한 번에 최대 ${MAX.toLocaleString('en-US')}개까지 선택할 수 있습니다.`

/** Never empty, because empty must not mean all. */
export const selection = <Item extends z.ZodMiniType>(item: Item, required: string) =>
  z.array(item, required).check(z.minLength(1, required), z.maxLength(MAX, MAX_TEXT))

/** `required` is the error text. */
export const chosenId = (required: string) =>
  z.int(required).check(z.positive(required), z.maximum(2_147_483_647, required))

export const placeChoice = {
  type: z.enum(['tour', 'room']),
  resource_id: chosenId('도슨트 또는 미팅룸을 선택해주세요.'),
}

export const namedPlace = z.nullable(z.object({ id, name: z.string() }))

export const deleteAll = z.optional(z.boolean())

/** Exactly one of `name` and `delete_all`. */
export const oneOrAll = <Name extends string>(name: Name, required: string) =>
  z.refine<{ [K in Name]?: unknown } & { delete_all?: boolean | undefined }>(
    (body) => (body[name] !== undefined) !== (body.delete_all === true),
    { path: [name], error: required },
  )

const MAX_RESENT = 500

/** Exactly one of `ids` and `all_failed`. */
export const toResend = (required: string, unit: string) =>
  z
    .object({
      ids: z.optional(
        selection(id, required).check(
          z.maxLength(MAX_RESENT, `한 번에 최대 ${MAX_RESENT}${unit}까지 다시 보낼 수 있습니다.`),
        ),
      ),
      all_failed: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ ids, all_failed }) => (ids !== undefined) !== (all_failed === true), {
        path: ['ids'],
        error: required,
      }),
    )

/** `1,2,3`. */
export const idsText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/), z.maxLength(MAX * 11)),
  z.pipe(
    z.transform((text: string) => text.split(',').map(Number)),
    z.array(id),
  ),
)

/** `2026-11-20,2026-11-21`. */
export const datesText = z.pipe(
  z.string().check(z.maxLength(MAX * 11)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    z.array(date),
  ),
)
