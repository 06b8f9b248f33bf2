import type { Endpoint } from '../../../contract/endpoint.ts'
import { editConflictText, fieldChanges } from '../../../contract/text/field-changes.ts'
import { conflictingFields, dottedFields } from '../../../domain/edit-conflict.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { actionOf } from '../../http/audit.ts'
import { findWriters } from './queries.ts'

type Edit = {
  /** The call that edits the thing, and the thing as the audit log names it; null where there is but one. */
  by: Endpoint
  target: string | null
  /** The fields that the edit was made from, as far as the caller says. */
  expected: object | undefined
  /** The thing as it is stored: its row must be locked, so that nobody else is about to change it. */
  stored: object
  wanted: object
}

/**
 * Refuses an edit with `changed_meanwhile`, saying who changed which fields into what, where storing what is wanted would
 * undo what somebody else has stored since the form was filled.
 */
export async function refuseEditConflict(
  tx: Tx,
  { by, target, expected = {}, stored, wanted }: Edit,
  now: Instant,
): Promise<void> {
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
