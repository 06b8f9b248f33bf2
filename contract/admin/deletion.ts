import * as z from 'zod/mini'
import { id, longText, MAX_LENGTH } from '../field.ts'

/** The most members whom an answer names; as many slots have no more. */
export const MAX_IMPACT_MEMBERS = 1_000

/**
 * The effect of a lock or deletion: the reservations still to take place that it would touch, how many members have made
 * them, and the first `MAX_IMPACT_MEMBERS` of those by name.
 */
export const impact = z.object({
  reservations: z.int(),
  member_count: z.int(),
  members: z.array(z.object({ id, name: z.string(), company_name: z.string() })),
})
export type Impact = z.output<typeof impact>

/** A reason that the members of cancelled reservations are told in place of the general one. */
export const ownReason = z.optional(longText(MAX_LENGTH.reason))

/** The body of a deletion that needs none but for its own reason. */
export const reasonOnly = z.optional(z.object({ reason: ownReason }))

/** The answer of a deletion of several. */
export const deletion = z.object({ message: z.string(), deleted: z.int() })

/** The answer of the deletion of one docent or room. */
export const namedDeletion = z.extend(deletion, { name: z.string() })

/** The answer of a deletion of several docents or rooms. */
export const namedDeletions = z.extend(deletion, { names: z.array(z.string()) })
