import { request as plain, type RequestOptions } from 'node:http'
import { request as secure } from 'node:https'
import { deviceClock } from '../clock.ts'
import { literalOf, RefusedByReach, type Reach } from './address.ts'

/** From DNS to the response's headers. */
const ANSWER_TIMEOUT = 10_000

/** A status, or a short word for its absence. */
export type Answer = {
  answer: number | null
  failure: string | null
  /** The pause that it asks for, or 0. */
  retry_after_ms: number
}

type Post = {
  url: string
  body: string | Buffer
  headers: Record<string, string>
  reach: Reach
  signal: AbortSignal
}

/** Reads only the headers; follows no redirects and keeps no connection. */
export function post({ url, body, headers, reach, signal }: Post): Promise<Answer> {
  const { protocol, hostname } = new URL(url)
  const literal = literalOf(hostname)
  const refused = literal === undefined ? null : reach.refuses(literal, protocol)
  if (refused) return Promise.resolve(failed(refused))
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
    const retry_after_ms = pauseIn(response.headers['retry-after'])
    resolve({ answer: response.statusCode!, failure: null, retry_after_ms })
    response.destroy()
  })
  sending.on('error', (error) => resolve(failed(wordFor(error))))
  sending.end(bytes)
  return promise
}

/** Of a Retry-After, which has seconds or a date. */
function pauseIn(text = ''): number {
  const pause = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - deviceClock()
  return pause > 0 ? pause : 0
}

const failed = (failure: string): Answer => ({ answer: null, failure, retry_after_ms: 0 })

/** Contains no text that a receiver could choose. */
function wordFor(error: NodeJS.ErrnoException): string {
  if (error instanceof RefusedByReach) return error.why
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout'
  return error.code ?? 'connection_failed'
}
