import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from './app-error.ts'
import { isApi } from './not-found.ts'

/** Under overload polls are refused first, administrators last. */
export type Rank = 'admin' | 'visitor' | 'page' | 'poll'

/** Running requests of a rank, and the event-loop lag in milliseconds, above which it is refused. */
type AdmissionLimits = Readonly<Record<Rank, { atOnce: number; lateMs: number }>>

export const ADMISSION: AdmissionLimits = {
  admin: { atOnce: 400, lateMs: 400 },
  visitor: { atOnce: 1_000, lateMs: 150 },
  page: { atOnce: 1_000, lateMs: 150 },
  poll: { atOnce: 1_000, lateMs: 60 },
}

const HEALTH = /^\/healthz\/?(\?|$)/

const ADMIN_COOKIE = /(?:^|; ?)(?:__Secure-)?admin_session=([^;]*)/
const MOST_KNOWN = 1_000

type IsAdmin = (token: string | undefined) => boolean

function rankOf({ method, url = '', headers }: IncomingMessage, isAdmin: IsAdmin): Rank | null {
  if (HEALTH.test(url)) return null
  if (url === '/readyz' || url === '/metrics') return 'admin'
  if (url.startsWith('/api/admin/') && isAdmin(ADMIN_COOKIE.exec(headers.cookie ?? '')?.[1])) return 'admin'
  if (!isApi(url)) return 'page'
  return method === 'GET' || method === 'HEAD' ? 'poll' : 'visitor'
}

/** Less than the 64 kB that Node buffers; administrators may send more. */
export const MAX_BODY = 60 * 1024
/** Their session is checked before the body is read. */
export const MAX_ADMIN_BODY = 1024 * 1024

/** The route refuses a longer body by its content-length alone. */
function isBodyExpected({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return 'transfer-encoding' in headers || (length > 0 && length <= MAX_ADMIN_BODY)
}

/** Waits for the body, or a full buffer: slow senders do not occupy the counter. */
function whenArrived(request: IncomingMessage, response: ServerResponse, goOn: () => void) {
  if (!isBodyExpected(request)) return goOn()
  const isHere = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const look = () => {
    if (!isHere()) return
    request.off('readable', look)
    goOn()
  }
  request.on('readable', look)
  // Node expects the listener of `readable` to read to the end.
  response.once('finish', () => request.resume())
}

/** V8 frees `WeakMap` entries only in a full collection. */
const RANK = Symbol('rank')
type Admitted = ServerResponse & { [RANK]?: Rank | undefined }

export type Admission = ReturnType<typeof makeAdmission>

export function makeAdmission(limits: AdmissionLimits, clock: () => number, lateBy: () => number) {
  const running: Record<Rank, number> = { admin: 0, visitor: 0, page: 0, poll: 0 }
  const refused: Record<Rank, number> = { ...running }
  // Anybody can send a cookie of that name; ended sessions may stay.
  const admins = new Set<string | undefined>()

  /** Stops counting a response that continues as a stream. */
  function release(response: Admitted) {
    const rank = response[RANK]
    if (rank === undefined) return
    response[RANK] = undefined
    running[rank] -= 1
  }

  // Shared: a closure for each response would keep its request alive as long as a stream.
  function ended(this: ServerResponse) {
    release(this)
  }

  return {
    /** Answers 503 with `retry-after` instead of calling `begin`. */
    admit(request: IncomingMessage, response: Admitted, begin: () => void) {
      const rank = rankOf(request, (token) => admins.has(token))
      if (rank === null) return begin()
      const isTooMuch = () => running[rank] >= limits[rank].atOnce || lateBy() > limits[rank].lateMs
      const turnAway = () => {
        refused[rank] += 1
        refuse(request, response, clock)
      }
      if (isTooMuch()) return turnAway()
      return whenArrived(request, response, () => {
        if (response.destroyed) return undefined
        if (isTooMuch()) return turnAway()
        running[rank] += 1
        response[RANK] = rank
        response.on('close', ended)
        return begin()
      })
    },
    release,
    refused,
    know(token: string) {
      if (admins.size >= MOST_KNOWN) admins.clear()
      admins.add(token)
    },
  }
}

const FAILURE = new AppError('overloaded')
const BODY = JSON.stringify(FAILURE.body())
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
}

// Jitter: clients refused together do not return together.
const secondsToWait = () => 2 + Math.floor(Math.random() * 4)

function refuse({ headers }: IncomingMessage, response: ServerResponse, clock: () => number) {
  const seconds = String(secondsToWait())
  const isPage = headers.accept?.includes('text/html') ?? false
  const body = isPage ? pageOf(seconds) : BODY
  response.writeHead(FAILURE.status, {
    ...HEADERS,
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': seconds,
    'x-service-time': new Date(clock()).toISOString(),
  })
  response.end(body)
}

const pageOf = (seconds: string) =>
  `<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="refresh" content="${seconds}"><title>Fairslot</title><p>${FAILURE.message}</p></html>`
