import * as z from 'zod/mini'

/** The event's own face: a colour that white text can be read on, and a logo, named by a hash of its bytes. */
export const face = z.object({
  accent_colour: z.nullable(z.string()),
  logo: z.nullable(z.object({ hash: z.string(), width: z.int(), height: z.int() })),
})
export type Face = z.output<typeof face>
