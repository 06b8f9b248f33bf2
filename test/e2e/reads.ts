import type { BatchedName } from '../../contract/batch.ts'

/** The addresses at which the app asks for a member's read: its own, and those of batches with it. */
export const readOf = (name: BatchedName) =>
  new RegExp(`/api/user/(?:${name}/$|batch/\\?of=(?:.*%2C)?${name}(?:%2C|$))`)
