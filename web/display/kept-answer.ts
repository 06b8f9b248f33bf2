import type { ErrorCode } from '../../contract/errors.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { BUILD } from '../browser/build-id.ts'
import { readStored, storeOnDevice } from '../browser/session-storage.ts'

/** `at` is on the browser's own clock. */
export type Said<Data> = {
  /** The latest content, also after a refusal. */
  data: Data | null
  refusal: ErrorCode | 'no_event' | 'no_slots' | null
  at: Instant
}

/** Survives a restart of the wall's computer. `keep-worker.ts` deletes it after a day. */
export const keepAnswer = (question: string, said: Said<unknown>) =>
  storeOnDevice(`wall:${question}`, JSON.stringify({ ...said, build: BUILD }))

/** Null also for another build, which may have other shapes. */
export function readKeptAnswer<Data>(question: string): Said<Data> | null {
  const kept = readStored(`wall:${question}`, 'localStorage') as (Said<Data> & { build: string }) | null
  return kept?.build === BUILD ? kept : null
}
