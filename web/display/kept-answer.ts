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
const PREFIX = 'wall:'
const nameOf = (question: string) => PREFIX + question

const DAY_MS = 24 * 60 * 60_000

export function keepAnswer(question: string, said: Said<unknown>): void {
  try {
    // Of boards that were looked at once, no visitor's name stays.
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) && said.at - (readStored(name)?.at ?? 0) > DAY_MS)
        localStorage.removeItem(name)
    localStorage.setItem(nameOf(question), JSON.stringify({ ...said, build: BUILD }))
  } catch {
    // A full or forbidden storage: then a reload without the service begins with nothing.
  }
}

export function readKeptAnswer<Data>(question: string): Said<Data> | null {
  const kept = readStored<Data>(nameOf(question))
  return kept?.build === BUILD ? kept : null
}

function readStored<Data>(name: string): (Said<Data> & { build: string }) | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as (Said<Data> & { build: string }) | null
  } catch {
    return null
  }
}
