import type { Instant } from '../../../domain/madrid-time.ts'
import { BUILD } from '../../browser/build-id.ts'
import { hasUserId } from '../session.ts'
import { ANSWER, readStored, storeForSession } from '../../browser/session-storage.ts'

// In session storage: readable after an offline reload, deleted with the session. Another build may have
// other shapes.
type Kept<Data> = { build: string; at: Instant; data: Data }

export function storeAnswer(question: string, data: unknown, at: Instant): void {
  // The member may have logged out before the answer came.
  if (!hasUserId()) return
  const kept: Kept<unknown> = { build: BUILD, at, data }
  const name = ANSWER + question
  // No room: drop the older answer rather than show it later.
  if (!storeForSession(name, JSON.stringify(kept))) sessionStorage.removeItem(name)
}

export function readStoredAnswer<Data>(question: string): Kept<Data> | undefined {
  const kept = readStored(ANSWER + question) as Kept<Data> | null
  return kept?.build === BUILD ? kept : undefined
}
