import type { CallInput, Endpoint, ResponseOf } from '../../contract/endpoint.ts'
import { EMAIL_EXISTS_TEXT, INTERNAL_TEXT, type ErrorBody, type ErrorCode } from '../../contract/errors.ts'
import { adjustNow, patienceOf, startTiming } from '../browser/clock.ts'

/** `text` is Korean; the keys of `fields` are dotted input paths. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly text: string
  readonly fields: Readonly<Record<string, string>>
  readonly reason: ErrorBody['reason']
  readonly retryAfter: number | null
  /** False if a proxy answered: its text is not shown. */
  readonly isOwn: boolean

  constructor(status: number, body: ErrorBody, retryAfter: number | null, isOwn = true) {
    super(`${status} ${body.code}`)
    this.status = status
    this.code = body.code
    this.text = body.error
    this.fields = body.fields ?? {}
    this.reason = body.reason
    this.retryAfter = retryAfter
    this.isOwn = isOwn
  }
}

/** No answer. A write may or may not have been done. */
export class NetworkError extends Error {}

type CallOptions = {
  idempotencyKey?: string
  timeoutMs?: number
  /** Browsers allow only a few kB. */
  outlives?: boolean
}

const TIMEOUT_MS = 20_000

/** `crypto.randomUUID` needs HTTPS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

type SignedOut = (audience: 'member' | 'admin') => void
let signedOut: SignedOut = () => {}

export function onSignedOut(handler: SignedOut): SignedOut {
  const before = signedOut
  signedOut = handler
  return before
}

// Browsers may not store personal answers.
export const answered = new Map<string, { tag: string | null; body: unknown }>()

export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const startedAt = startTiming()
  const session = sessions
  const patience = patienceOf(options.timeoutMs ?? TIMEOUT_MS)
  const address = addressOf(endpoint, input)
  const { method } = endpoint
  const isRead = method === 'GET'
  const known = isRead ? answered.get(address) : undefined
  const body = JSON.stringify((input as { body?: unknown }).body)
  const headers: Record<string, string> = {}
  if (body) headers['Content-Type'] = 'application/json'
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  if (known?.tag) headers['If-None-Match'] = known.tag
  const csrf = !isRead && /\bcsrftoken=([^;]*)/.exec(document.cookie)?.[1]
  if (csrf) headers['X-CSRFToken'] = csrf
  if (isRead) reads.add(patience)
  try {
    const { signal } = patience
    const keepalive = options.outlives === true
    const response = await fetch(address, { method, headers, keepalive, signal, body }).catch(noAnswer)
    adjustNow(response.headers.get('X-Service-Time') ?? '', startedAt)
    const answer = response.status === 304 ? known?.body : await readBody(response)
    if (response.status >= 400) throw refusalOf(endpoint, response, answer, session)
    if (isRead) answered.set(address, { tag: response.headers.get('ETag'), body: answer })
    return answer as ResponseOf<E>
  } finally {
    reads.delete(patience)
  }
}

const reads = new Set<AbortController>()
let sessions = 0

/** A late 401, also of a write, must not end the next session. */
export function abortReads(): void {
  sessions += 1
  answered.clear()
  for (const read of reads) read.abort()
}

export function refusalOf(
  { audience }: Endpoint,
  response: Response,
  body: unknown,
  session = sessions,
): ApiError {
  const error = errorOf(response, body)
  const isEnd = error.isOwn && error.status === 401 && session === sessions
  if (isEnd && audience !== 'public') signedOut(audience)
  return error
}

export type Values = Record<string, string | number | boolean | undefined>

export function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const given = input as { params?: Values; query?: Values }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.params?.[name])),
  )
  return path + queryText(given.query ?? {})
}

/** `?page=2`, or nothing. Leaves out empty values. */
export function queryText(values: Values): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') query.set(name, String(value))
  // Not `query.size`: the oldest supported browsers lack it.
  const text = String(query)
  return text && `?${text}`
}

function noAnswer(cause: unknown): never {
  throw new NetworkError('no answer', { cause })
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch (cause) {
    // A proxy's error page. Other invalid JSON is a broken answer or a captive portal.
    if (cause instanceof SyntaxError && !response.ok) return null
    return noAnswer(cause)
  }
}

function errorOf(response: Response, body: unknown): ApiError {
  const given = body as Partial<ErrorBody> | null
  const said = given?.error ?? given?.message
  const isOwn = typeof said === 'string'
  const error = isOwn ? said : INTERNAL_TEXT
  const code = (isOwn && given?.code) || (error === EMAIL_EXISTS_TEXT ? 'email_exists' : 'internal')
  const known: ErrorBody = { ...(isOwn && given), code, error, message: error }
  const seconds = Number(response.headers.get('Retry-After') ?? NaN)
  return new ApiError(response.status, known, seconds >= 0 ? seconds : null, isOwn)
}
