import type { Endpoint } from '../../../contract/endpoint.ts'
import { changedMeanwhileText, fieldChanges } from '../../../contract/text/field-changes.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { lostFields } from '../../../domain/overwriting.ts'
import type { Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { actionOf } from '../../http/audit.ts'
import { findWriters } from './queries.ts'

type Overwriting<Fields extends object> = {
  /** The call that changes the thing, and the thing as the audit log names it; null where there is but one. */
  by: Endpoint
  target: string | null
  /** What the change was made from, as far as the caller says. */
  expected: { readonly [Name in keyof Fields]?: Fields[Name] | undefined } | undefined
  /** What is stored: its row must be locked, so that nobody else is about to change it. */
  stored: Fields
  wanted: Fields
}

/**
 * Refuses with `changed_meanwhile`, which says what was changed, by whom and when, where storing what is wanted would
 * undo what somebody else has stored since the form was filled.
 */
export async function refuseOverwriting<Fields extends object>(
  tx: Tx,
  { by, target, expected = {}, stored, wanted }: Overwriting<Fields>,
  now: Instant,
): Promise<void> {
  const fields = lostFields(expected, stored, wanted)
  if (fields.length === 0) return
  const before = { ...stored, ...Object.fromEntries(fields.map((field) => [field, expected[field]])) }
  const writers = await findWriters(tx, { action: actionOf(by), target, fields })
  const text = changedMeanwhileText(writers, fieldChanges(before, stored), now)
  throw new AppError('changed_meanwhile', {
    text,
    fields: Object.fromEntries(fields.map((field) => [field, text])),
  })
}
