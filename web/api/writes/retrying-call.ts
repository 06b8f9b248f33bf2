import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { ApiError, call, NetworkError } from '../client.ts'
import { newKey } from './idempotency-key.ts'
import { startTiming } from '../../browser/clock.ts'
import { onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'

/** No answer came, however often it was sent: the service may have done it, or not. */
export class UnansweredError extends NetworkError {}

type Options = {
  /** Of a request that may be made again; else this call makes its own. */
  idempotencyKey?: string
  /** An answer was lost and the same request will be sent again. */
  onRetry?: () => void
  /** Throws a refusal as too often at once, instead of waiting as long as it asks for. */
  tellsLimit?: boolean
}

const TIMEOUT_MS = 45_000
// Shorter than for a read: sending it once more costs nothing, the service does it once.
const ATTEMPT_MS = 10_000
const MAX_WAIT_MS = 8_000

let sessions = 0
onForget(() => {
  sessions += 1
})

/**
 * Makes a call that changes something on a network that loses answers: it is sent again under the same key, with
 * growing waits, until the service answers or the time is up, which throws an `UnansweredError`. The service does it once.
 */
export async function callWithRetry<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { idempotencyKey = newKey(), onRetry, tellsLimit = false }: Options = {},
): Promise<ResponseOf<E>> {
  const startedAt = startTiming()
  const session = sessions
  for (let failures = 0; ; failures += 1) {
    try {
      return await call(endpoint, input, { idempotencyKey, timeoutMs: ATTEMPT_MS })
    } catch (failure) {
      // Nothing is sent for a member who has signed out.
      if (!mayChange(failure) || (tellsLimit && isLimit(failure)) || session !== sessions) throw failure
      const left = TIMEOUT_MS - (startTiming() - startedAt)
      const asked = failure instanceof ApiError ? (failure.retryAfter ?? 0) * 1_000 : 0
      if (left <= 0 || asked > left) throw giveUp(failure)
      onRetry?.()
      const growing = jitter(Math.min(1_000 * 2 ** failures, MAX_WAIT_MS), 0.2)
      await nextChance(Math.max(asked, Math.min(growing, left)))
      if (session !== sessions) throw failure
    }
  }
}

type Sent = { words: string; key: string }

/**
 * Opens the request of a form; a form is named by the one endpoint that it sends to. The same words keep their key in
 * session storage until the service answers them, with whatever answer: sent again, by hand or after a reload, they are
 * the same request and are done once. Other words are a new request.
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
    /** True when the form sent other words before, which were never answered: they may have been done. */
    followsUnanswered: before !== null && !isRepeat,
    /** Sends it until it is answered. Throws `ApiError` when refused, `UnansweredError` when nobody knows. */
    send: async (onRetry = () => {}): Promise<ResponseOf<E>> => {
      try {
        const answer = await callWithRetry(endpoint, input, { idempotencyKey: sent.key, onRetry })
        close()
        return answer
      } catch (failure) {
        // Without a session it was not looked at: whether an attempt before it was done, nobody has said.
        if (failure instanceof ApiError && failure.status !== 401) close()
        throw failure
      }
    },
  }
}

const PASSING: readonly number[] = [408, 429, 502, 503, 504]

const mayChange = (failure: unknown) =>
  failure instanceof NetworkError || (failure instanceof ApiError && PASSING.includes(failure.status))

// Refused as too often, it was not done; after any other silence nobody knows.
const giveUp = (failure: unknown) =>
  isLimit(failure) ? failure : new UnansweredError('never answered', { cause: failure })

const isLimit = (failure: unknown) => failure instanceof ApiError && failure.status === 429

/** Waits; no longer than until the network or the person comes back, and not while nobody looks. */
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
