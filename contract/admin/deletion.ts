import * as z from 'zod/mini'
import { id, longText, MAX_LENGTH } from '../field.ts'

/** Limit of named members. */
export const MAX_IMPACT_MEMBERS = 1_000

/** Coming reservations and members affected, with the first names alphabetically. */
export const impact = z.object({
  reservations: z.int(),
  member_count: z.int(),
  members: z.array(z.object({ id, name: z.string(), company_name: z.string() })),
})
export type Impact = z.output<typeof impact>

/** Replaces the general reason in the members' mail. */
export const ownReason = z.optional(longText(MAX_LENGTH.reason))

/** Optional body of a deletion. */
export const reasonOnly = z.optional(z.object({ reason: ownReason }))

export const deletion = z.object({ message: z.string(), deleted: z.int() })

export const namedDeletion = z.extend(deletion, { name: z.string() })

export const namedDeletions = z.extend(deletion, { names: z.array(z.string()) })
