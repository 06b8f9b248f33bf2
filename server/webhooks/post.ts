import { request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { literalOf, RefusedByReach, type Reach } from './address.ts'

/** How long a receiver may take, from the first look at its name to the end of its answer's head. */
export const ANSWER_TIMEOUT = 10_000

/** The outcome of a try: the status of an answer, or why there was none. */
export type Answer = { answer: number; failure: null } | { answer: null; failure: string }

type Post = {
  url: string
  body: string
  headers: Record<string, string>
  reach: Reach
  signal: AbortSignal
}

/**
 * Sends a body to a receiver, and reads of its answer the status alone: what stands in it may be anything, from
 * wherever the address leads. Nothing is followed, and no connection is kept.
 */
export function post({ url, body, headers, reach, signal }: Post): Promise<Answer> {
  const { protocol, hostname } = new URL(url)
  const literal = literalOf(hostname)
  const refused = literal === undefined ? null : reach.refuses(literal, protocol)
  if (refused) return Promise.resolve({ answer: null, failure: refused })
  const bytes = Buffer.from(body)
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    lookup: reach.lookupFor(protocol),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT)]),
    headers: { ...headers, 'content-length': bytes.length },
  }
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const sending = (protocol === 'https:' ? secure : plain)(url, options, (response) => {
    resolve({ answer: response.statusCode!, failure: null })
    response.destroy()
  })
  sending.on('error', (error) => resolve({ answer: null, failure: failureOf(error, signal) }))
  sending.end(bytes)
  return promise
}

/** The failure that is no failure of the receiver: this process is about to end. */
export const STOPPED = 'stopped'

/** A short word for why nothing was answered, without a text that a receiver could choose. */
function failureOf(error: NodeJS.ErrnoException, signal: AbortSignal): string {
  if (error instanceof RefusedByReach) return error.why
  if (signal.aborted) return STOPPED
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  return error.code ?? 'connection_failed'
}
