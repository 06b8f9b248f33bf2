import type { ErrorCode } from '../../contract/errors.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { BUILD } from '../browser/build-id.ts'
import { readStored } from '../browser/session-storage.ts'

/** `at` is on the browser's own clock. */
export type Said<Data> = {
  /** The latest content, also after a refusal. */
  data: Data | null
  refusal: ErrorCode | 'no_event' | 'no_slots' | null
  at: Instant
}

// Local storage survives a restart of the wall's computer. Another build may have other shapes.
const PREFIX = 'wall:'
const nameOf = (question: string) => PREFIX + question

const DAY_MS = 24 * 60 * 60_000

export function keepAnswer(question: string, said: Said<unknown>): void {
  try {
    // Names must not stay on devices that showed a board once.
    for (const name of Object.keys(localStorage))
      if (name.startsWith(PREFIX) && said.at - (read(name)?.at ?? 0) > DAY_MS) localStorage.removeItem(name)
    localStorage.setItem(nameOf(question), JSON.stringify({ ...said, build: BUILD }))
  } catch {
    // Storage is full or forbidden: a reload starts without data.
  }
}

export function readKeptAnswer<Data>(question: string): Said<Data> | null {
  const kept = read<Data>(nameOf(question))
  return kept?.build === BUILD ? kept : null
}

const read = <Data>(name: string) =>
  readStored(name, 'localStorage') as (Said<Data> & { build: string }) | null
