import * as z from 'zod/mini'

/** Accent colour legible under white text; the logo is named by hash. */
export const face = z.object({
  accent_colour: z.nullable(z.string()),
  logo: z.nullable(z.object({ hash: z.string(), width: z.int(), height: z.int() })),
})
export type Face = z.output<typeof face>
