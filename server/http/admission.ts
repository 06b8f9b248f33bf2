import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from './app-error.ts'
import { isApi } from './not-found.ts'

/** Kinds of callers. Under overload polls are refused first, and administrators last. */
const RANKS = ['admin', 'visitor', 'page', 'poll'] as const
export type Rank = (typeof RANKS)[number]

/** How many requests of a rank run at once, and at which delay of the process, in milliseconds, they are refused. */
export type AdmissionLimits = Readonly<Record<Rank, { atOnce: number; lateMs: number }>>

export const ADMISSION: AdmissionLimits = {
  admin: { atOnce: 400, lateMs: 400 },
  visitor: { atOnce: 1_000, lateMs: 150 },
  page: { atOnce: 1_000, lateMs: 150 },
  poll: { atOnce: 1_000, lateMs: 60 },
}

/** Refuses requests that the process has no time for, before anything else is done for them. */
export type Admission = {
  /** Begins a request, or answers 503 with the seconds after which to try again. */
  admit(request: IncomingMessage, response: ServerResponse, begin: () => void): void
  /** A response that goes on as a stream no longer counts. */
  release(response: ServerResponse): void
  /** How many requests were refused. */
  readonly refused: Readonly<Record<Rank, number>>
}

const HEALTH = /^\/healthz\/?(\?|$)/

// Any client can send a cookie of that name, so that each rank has a counter of its own.
function rankOf({ method, url = '', headers }: IncomingMessage): Rank | null {
  if (HEALTH.test(url)) return null
  if (url === '/readyz' || url === '/metrics') return 'admin'
  if (url.startsWith('/api/admin/') && headers.cookie?.includes('admin_session=')) return 'admin'
  if (!isApi(url)) return 'page'
  return method === 'GET' || method === 'HEAD' ? 'poll' : 'visitor'
}

/** The largest body of a call that is not an administrator's: less than the 64 kB that Node buffers. */
export const MAX_BODY = 60 * 1024
/** The largest body of an ordinary call of administrators, whose session is checked before it is read. */
export const MAX_ADMIN_BODY = 1024 * 1024

/** A body that is longer than it may be is refused by its head alone. */
function isBodyExpected({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return 'transfer-encoding' in headers || (length > 0 && length <= MAX_ADMIN_BODY)
}

/** Calls back when the body is here, or the buffer is full: slow senders would else use up the counter. */
function whenArrived(request: IncomingMessage, response: ServerResponse, goOn: () => void) {
  if (!isBodyExpected(request)) return goOn()
  const isHere = () => request.complete || request.readableLength >= request.readableHighWaterMark
  const look = () => {
    if (!isHere()) return
    request.off('readable', look)
    goOn()
  }
  request.on('readable', look)
  // Node believes that a request which was listened to is read to its end by the listener.
  response.once('finish', () => request.resume())
}

/** A property and not a `WeakMap`, which V8 keeps in memory until a full collection. */
const RANK = Symbol('rank')
type Admitted = ServerResponse & { [RANK]?: Rank | undefined }

/** `lateBy` answers by how many milliseconds the process is late. */
export function makeAdmission(limits: AdmissionLimits, lateBy: () => number): Admission {
  const running: Record<Rank, number> = { admin: 0, visitor: 0, page: 0, poll: 0 }
  const refused: Record<Rank, number> = { ...running }

  function release(response: Admitted) {
    const rank = response[RANK]
    if (rank === undefined) return
    response[RANK] = undefined
    running[rank] -= 1
  }

  // One function for all: a closure for each would hold its request for as long as a stream lasts.
  function ended(this: ServerResponse) {
    release(this)
  }

  return {
    admit(request, response: Admitted, begin) {
      const rank = rankOf(request)
      if (rank === null) return begin()
      const isTooMuch = () => running[rank] >= limits[rank].atOnce || lateBy() > limits[rank].lateMs
      const turnAway = () => {
        refused[rank] += 1
        refuse(request, response)
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
  }
}

const FAILURE = new AppError('overloaded')
const BODY = JSON.stringify(FAILURE.body())
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
}

// At random, so that those who are refused together do not come back together.
const secondsToWait = () => 2 + Math.floor(Math.random() * 4)

function refuse({ headers }: IncomingMessage, response: ServerResponse) {
  const seconds = String(secondsToWait())
  const isPage = headers.accept?.includes('text/html') ?? false
  const body = isPage ? pageOf(seconds) : BODY
  response.writeHead(FAILURE.status, {
    ...HEADERS,
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'retry-after': seconds,
  })
  response.end(body)
}

/** Somebody who opens an address reads it, and is brought there as soon as there is room. */
const pageOf = (seconds: string) =>
  `<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<meta http-equiv="refresh" content="${seconds}"><title>Fairslot</title><p>${FAILURE.message}</p></html>`
