import { useState } from 'react'
import { fieldChanges, type FieldChange } from '../../../contract/text/field-changes.ts'
import { ApiError } from '../../api/client.ts'

/**
 * An edit of something that others may change at the same time. A save is sent with what the form was filled from; when
 * the service answers that somebody else has changed that, the next save is made from what is stored now, which is shown
 * by then: on purpose. Where `from` is undefined something is added, and nothing conflicts.
 * `shown` is the thing as polling last read it.
 */
export function useEditConflict<Thing extends object | undefined>(
  from: Thing,
  readLatest: () => Promise<Thing | undefined>,
  shown = from,
) {
  const [conflict, setConflict] = useState<{ text: string; latest: NonNullable<Thing> } | null>(null)

  /** Sends an edit. Answers null for a conflict, which is shown then; other failures are thrown. */
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
    /** The conflict as the service says it, by whom, when and in which fields; null without one. */
    conflict: conflict?.text ?? null,
    latest: conflict?.latest ?? null,
    /** The change that somebody else has made to a field since the form was filled. */
    changeOf: (field: string): FieldChange | undefined => changes.find((change) => change.field === field),
    attempt,
  }
}
