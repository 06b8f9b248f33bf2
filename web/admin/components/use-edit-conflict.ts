import { useState } from 'react'
import { fieldChanges, type FieldChange } from '../../../contract/text/field-changes.ts'
import { ApiError } from '../../api/client.ts'

/**
 * An edit of a whole thing, a member, docent, room or the settings, while others may change it. What is saved is sent
 * with what the form was filled from; when the service says that somebody was faster, the next save is made from what is
 * shown then: on purpose. Where `from` is undefined something is added, and nobody is faster.
 */
export function useEditConflict<Thing extends object | undefined>(
  from: Thing,
  readLatest: () => Promise<Thing | undefined>,
) {
  const [overtaken, setOvertaken] = useState<{ told: string; latest: NonNullable<Thing> } | null>(null)

  /** Sends an edit. Answers null when somebody was faster, which is shown then; other failures are thrown. */
  const attempt = async <Answer>(send: (expected: Thing) => Promise<Answer>): Promise<Answer | null> => {
    try {
      const answer = await send(overtaken?.latest ?? from)
      setOvertaken(null)
      return answer
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'changed_meanwhile')) throw failure
      const latest = await readLatest()
      if (!latest) throw failure
      setOvertaken({ told: failure.text, latest })
      return null
    }
  }
  const changes = overtaken && from ? fieldChanges(from, overtaken.latest) : []
  return {
    /** Who was faster and what they changed, as the service says it. */
    told: overtaken?.told ?? null,
    /** What is stored now, once somebody was faster. */
    latest: overtaken?.latest ?? null,
    /** What somebody else has made of a field meanwhile. */
    changeOf: (field: string): FieldChange | undefined => changes.find((change) => change.field === field),
    attempt,
  }
}
