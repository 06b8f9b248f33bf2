import type { Endpoint } from '../../../contract/endpoint.ts'
import { editConflictText, fieldChanges } from '../../../contract/text/field-changes.ts'
import { conflictingFields, dottedFields } from '../../../domain/edit-conflict.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { actionOf } from '../../http/audit.ts'
import { findWriters } from './queries.ts'

type Edit = {
  /** `target` is null for a single resource such as the settings. */
  by: Endpoint
  target: string | null
  /** The form's original values, if the client sends them. */
  expected: object | undefined
  /** The row must be locked. */
  stored: object
  wanted: object
}

/** Refuses only if saving would overwrite somebody else's newer change, and names that change. */
export async function refuseEditConflict(
  tx: Tx,
  { by, target, expected = {}, stored, wanted }: Edit,
  now: Instant,
) {
  const fields = conflictingFields(expected, stored, wanted)
  if (fields.length === 0) return
  const [from, current] = [dottedFields(expected), dottedFields(stored)]
  const before = { ...current, ...Object.fromEntries(fields.map((field) => [field, from[field]])) }
  const writers = await findWriters(tx, { action: actionOf(by), target, fields })
  const text = editConflictText(writers, fieldChanges(before, current), now)
  throw new AppError('changed_meanwhile', {
    text,
    fields: Object.fromEntries(fields.map((field) => [field, text])),
  })
}
