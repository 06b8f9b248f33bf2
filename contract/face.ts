import * as z from 'zod/mini'

/** Another image has another address, so browsers cache it forever. */
const image = z.nullable(z.object({ path: z.string(), hash: z.string(), width: z.int(), height: z.int() }))
export type EventImage = NonNullable<z.output<typeof image>>

/** Accent colour legible under white text. The picture and the hall plan are for the public preview. */
export const face = z.object({
  accent_colour: z.nullable(z.string()),
  logo: image,
  picture: image,
  plan: image,
})
export type Face = z.output<typeof face>
