import type * as z from 'zod/mini'

/** The first text of each field, which is what forms and service say, or nothing. */
export function problems(schema: z.ZodMiniType, input: unknown) {
  const result = schema.safeParse(input)
  return Object.fromEntries(
    (result.error?.issues ?? []).toReversed().map((issue) => [issue.path.join('.'), issue.message]),
  )
}
