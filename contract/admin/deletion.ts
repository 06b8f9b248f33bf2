import * as z from 'zod/mini'
import { id } from '../field.ts'

/** The effect of a lock or deletion: the reservations still to take place that it would touch, and their members. */
export const impact = z.object({
  reservations: z.int(),
  members: z.array(z.object({ id, name: z.string(), company_name: z.string() })),
})
export type Impact = z.output<typeof impact>

/** The answer of a deletion of several. */
export const deletion = z.object({ message: z.string(), deleted: z.int() })
