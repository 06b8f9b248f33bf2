import type { Instant } from '../../../domain/madrid-time.ts'
import { BUILD } from '../../browser/build-id.ts'
import { hasUserId } from '../session.ts'
import { ANSWER, readStored, storeForSession } from '../../browser/session-storage.ts'

// The answers that a signed-in member has seen stay in session storage beside who they are: readable after a reload
// without a network, and gone with the session. Another build may read other shapes, so it starts without.
type Kept<Data> = { build: string; at: Instant; data: Data }

/** Keeps the latest answer to a question; `at` is when it came, on the phone's own clock. */
export function storeAnswer(question: string, data: unknown, at: Instant): void {
  // An answer may come after the member has left.
  if (!hasUserId()) return
  const kept: Kept<unknown> = { build: BUILD, at, data }
  const name = ANSWER + question
  // Rather none than one that is older than what was on the screen.
  if (!storeForSession(name, JSON.stringify(kept))) sessionStorage.removeItem(name)
}

/** The answer kept for a question, if there is one that this build can read. */
export function readStoredAnswer<Data>(question: string): Kept<Data> | undefined {
  const kept = readStored(ANSWER + question) as Kept<Data> | null
  return kept?.build === BUILD ? kept : undefined
}
