import type { ErrorCode } from '../../contract/errors.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { BUILD } from '../browser/build-id.ts'

/** The latest answer of the service to one question; `at` is when it came, on the browser's own clock. */
export type Said<Data> = {
  /** The latest content that there was, also where the answer is now a refusal. */
  data: Data | null
  /** The service's own word that there is nothing to show. */
  refusal: ErrorCode | null
  at: Instant
}

// In local storage, because a wall's computer that starts again has lost its session. A board shows to everyone what is
// kept here; another build may read other shapes, so it starts without.
const nameOf = (question: string) => `wall:${question}`

export function keepAnswer(question: string, said: Said<unknown>): void {
  try {
    localStorage.setItem(nameOf(question), JSON.stringify({ ...said, build: BUILD }))
  } catch {
    // A full or forbidden storage: then a reload without the service begins with nothing.
  }
}

export function readKeptAnswer<Data>(question: string): Said<Data> | null {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(question)) ?? 'null') as
      | (Said<Data> & { build: string })
      | null
    return kept?.build === BUILD ? kept : null
  } catch {
    return null
  }
}
