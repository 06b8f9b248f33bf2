import { useRef } from 'react'
import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { ApiError, call, NetworkError, newKey } from '../client.ts'
import { startTiming } from '../../browser/clock.ts'
import { onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'

/**
 * The same input keeps its key while mounted, so that a second press after a lost answer does not write
 * twice.
 */
export function useWriteKey(): (input: unknown) => string {
  const sent = useRef({ words: '', key: '' })
  return (input) => {
    const words = JSON.stringify(input)
    if (sent.current.words !== words) sent.current = { words, key: newKey() }
    return sent.current.key
  }
}

export class UnansweredError extends NetworkError {}

export type Retrying = () => boolean | void

type Options = {
  idempotencyKey?: string
  /** Called before and after the pause between two attempts. False ends the attempts. */
  onRetry?: Retrying
  attemptMs?: number
  /** Throws a 429 at once instead of waiting. */
  tellsLimit?: boolean
}

const TIMEOUT_MS = 45_000
// Shorter than for reads: repeating is safe with the key.
const ATTEMPT_MS = 10_000
const MAX_WAIT_MS = 8_000

let sessions = 0
onForget(() => {
  sessions += 1
})

/** Repeats a write under one key until it is answered, or throws `UnansweredError`. */
export async function callWithRetry<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { idempotencyKey = newKey(), onRetry, tellsLimit = false, attemptMs = ATTEMPT_MS }: Options = {},
): Promise<ResponseOf<E>> {
  const startedAt = startTiming()
  const session = sessions
  for (let failures = 0; ; failures += 1) {
    try {
      return await call(endpoint, input, { idempotencyKey, timeoutMs: attemptMs })
    } catch (failure) {
      // The member logged out.
      if (!mayChange(failure) || (tellsLimit && isLimit(failure)) || session !== sessions) throw failure
      const left = TIMEOUT_MS - (startTiming() - startedAt)
      const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1_000 : 0
      if (left <= 0 || asked > left || onRetry?.() === false) throw giveUp(failure)
      const growing = jitter(Math.min(1_000 * 2 ** failures, MAX_WAIT_MS), 0.2)
      await nextChance(Math.max(asked, Math.min(growing, left)))
      if (session !== sessions) throw failure
      if (onRetry?.() === false) throw giveUp(failure)
    }
  }
}

type Sent = { words: string; key: string }

/**
 * Keeps a form's key in session storage until it is answered, so that the same input runs once, even after a
 * reload.
 */
export function openRequest<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const name = `sent:${endpoint.path}`
  const words = JSON.stringify(input)
  const before = readStored(name) as Sent | null
  const isRepeat = before?.words === words
  const sent: Sent = isRepeat ? before : { words, key: newKey() }
  if (!isRepeat) storeForSession(name, JSON.stringify(sent))
  const close = () => sessionStorage.removeItem(name)
  return {
    /** Earlier input was never answered and may have been written. */
    followsUnanswered: before !== null && !isRepeat,
    send: async (onRetry: Retrying = () => {}): Promise<ResponseOf<E>> => {
      try {
        const answer = await callWithRetry(endpoint, input, { idempotencyKey: sent.key, onRetry })
        close()
        return answer
      } catch (failure) {
        // A 401 says nothing about earlier attempts, so keep the key.
        if (failure instanceof ApiError && failure.status !== 401) close()
        throw failure
      }
    },
  }
}

const PASSING: readonly number[] = [408, 429, 502, 503, 504]

const mayChange = (failure: unknown) =>
  failure instanceof NetworkError || (failure instanceof ApiError && PASSING.includes(failure.status))

// A 429 was certainly not done; otherwise the outcome is unknown.
const giveUp = (failure: unknown) =>
  isLimit(failure) ? failure : new UnansweredError('never answered', { cause: failure })

const isLimit = (failure: unknown) => failure instanceof ApiError && failure.status === 429

/** At most until the network or the visible page returns; never ends while hidden. */
function nextChance(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    const look = () => {
      if (!document.hidden) go()
    }
    const timer = setTimeout(look, ms)
    addEventListener('online', go)
    document.addEventListener('visibilitychange', look)
  })
}
