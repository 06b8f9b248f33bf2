import { useState } from 'react'
import { fieldChanges, type FieldChange } from '../../../contract/text/field-changes.ts'
import { ApiError } from '../../api/client.ts'

/**
 * Detects edits by colleagues: a save sends the values that the form was filled from. After a conflict the next
 * save overwrites the latest values, which are shown by then.
 */
export function useEditConflict<Thing extends object | undefined>(
  from: Thing,
  readLatest: () => Promise<Thing | undefined>,
  shown = from,
) {
  const [conflict, setConflict] = useState<{ text: string; latest: NonNullable<Thing> } | null>(null)

  /** Answers null on a conflict, which is then shown; throws other failures. */
  const attempt = async <Answer>(send: (expected: Thing) => Promise<Answer>): Promise<Answer | null> => {
    try {
      const answer = await send(conflict?.latest ?? from)
      setConflict(null)
      return answer
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'changed_meanwhile')) throw failure
      const latest = await readLatest()
      if (!latest) throw failure
      setConflict({ text: failure.text, latest })
      return null
    }
  }
  const stored = conflict?.latest ?? shown
  const changes = from && stored ? fieldChanges(from, stored) : []
  return {
    conflict: conflict?.text ?? null,
    latest: conflict?.latest ?? null,
    changeOf: (field: string): FieldChange | undefined => changes.find((change) => change.field === field),
    attempt,
  }
}
