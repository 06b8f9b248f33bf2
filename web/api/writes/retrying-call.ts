import type { CallInput, Endpoint, ResponseOf } from '../../../contract/endpoint.ts'
import { ApiError, call, NetworkError } from '../client.ts'
import { dropKey, keyFor, newKey } from './idempotency-key.ts'
import { startTiming } from '../../browser/clock.ts'
import { onForget } from '../session.ts'
import { jitter } from '../../browser/jitter.ts'

/** However often the service was asked, no answer came: what was to be done may have been done. */
export class UnansweredError extends NetworkError {}

type Options = {
  /** For who sends the same again later, after a reload for instance; else this call makes its own. */
  idempotencyKey?: string
  /** An answer was lost and the same request will be sent again. */
  onRetry?: () => void
  /** A refusal as too often is told at once instead of being waited for. */
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
 * growing waits, until the service answers or patience ends with an `UnansweredError`. The service does it once.
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
      // Who has left meanwhile sends nothing any more.
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

/**
 * The same for what a form holds: its words keep their key until they are answered, by whatever answer, also when they
 * are sent again by hand or after a reload. `form` names it among all forms of this phone.
 */
export async function callIdempotently<E extends Endpoint>(
  form: string,
  endpoint: E,
  input: CallInput<E>,
  onRetry: () => void,
): Promise<ResponseOf<E>> {
  try {
    const answer = await callWithRetry(endpoint, input, {
      idempotencyKey: keyFor(form, JSON.stringify(input)),
      onRetry,
    })
    dropKey(form)
    return answer
  } catch (failure) {
    if (failure instanceof ApiError) dropKey(form)
    throw failure
  }
}

const PASSING: readonly number[] = [429, 502, 503, 504]

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
