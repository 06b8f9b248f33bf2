import * as z from 'zod/mini'
import { confirmation, id, longText, MAX_LENGTH } from '../field.ts'

/** Reservations that are still to take place, by start. */
export const impact = z.object({ reservation_ids: z.array(id) })
export type Impact = z.output<typeof impact>

/**
 * `reason` replaces the general one in the members' mail. `reservation_ids` is the impact as it was shown; the
 * deletion is refused if it has changed.
 */
export const deletionTerms = {
  reason: z.optional(longText(MAX_LENGTH.reason)),
  reservation_ids: z.optional(z.array(id)),
}
const termsObject = z.object(deletionTerms)
export type DeletionTerms = z.input<typeof termsObject>

export const termsOnly = z.optional(termsObject)

export const deletion = z.extend(confirmation, { deleted: z.int() })

export const namedDeletion = z.extend(deletion, { name: z.string() })

export const namedDeletions = z.extend(deletion, { names: z.array(z.string()) })
