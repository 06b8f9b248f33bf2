import * as z from 'zod/mini'

/** Keeps the table on the screen readable. */
export const MAX_ROWS = 500

const NONE_TEXT = '추가할 내용을 입력해주세요.'

/** Errors name the row: `docents.3.name`. */
export const several = <Form extends z.ZodMiniType>(form: Form) =>
  z
    .array(form, NONE_TEXT)
    .check(
      z.minLength(1, NONE_TEXT),
      z.maxLength(MAX_ROWS, `한 번에 최대 ${MAX_ROWS}개까지 추가할 수 있습니다.`),
    )

export const severalAdded = z.object({ message: z.string(), created: z.int() })

/** Existing ones are skipped. */
export const missingAdded = z.extend(severalAdded, { skipped: z.int() })
