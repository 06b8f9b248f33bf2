import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from './app-error.ts'
import { isApi } from './not-found.ts'
import { pauseAfter } from './pause.ts'
import { makeSlices } from './slices.ts'
import type { Traffic } from './traffic.ts'
import { makeWaitingLine } from './waiting-line.ts'

/** The order of service: administrators, then visitors' writes, then pages and files, then polls. */
const RANKS = ['admin', 'visitor', 'page', 'poll'] as const
export type Rank = (typeof RANKS)[number]
/** Of somebody who does something and waits for it to be done. */
const isDoing = (rank: number) => RANKS[rank] === 'admin' || RANKS[rank] === 'visitor'

type RankLimits = {
  /** How many are worked on at once, how many more may wait, and for how long. */
  atOnce: number
  waiting: number
  waitMs: number
  /** Refused as soon as the process is so many milliseconds late. */
  lateMs: number
}
export type AdmissionLimits = Readonly<Record<Rank, RankLimits>>

export const ADMISSION: AdmissionLimits = {
  admin: { atOnce: 48, waiting: 400, waitMs: 5_000, lateMs: 400 },
  visitor: { atOnce: 64, waiting: 1_000, waitMs: 5_000, lateMs: 150 },
  page: { atOnce: 64, waiting: 1_000, waitMs: 2_000, lateMs: 150 },
  poll: { atOnce: 64, waiting: 1_000, waitMs: 1_000, lateMs: 60 },
}

/** Above this part of its time a process answers whoever asks later and later. */
const BUSY_SHARE = 0.75

/** Which requests are let in. The others are answered 503 before anything is looked at, and asked to come again. */
export type Admission = {
  /** Lets the request begin in its turn, or answers it at once. */
  admit(request: IncomingMessage, response: ServerResponse, begin: () => void): void
  /** A new connection was taken. */
  arrived(): void
  /** A response that goes on as a stream is no work any more. */
  release(response: ServerResponse): void
  /** Whether requests are waiting for their turn, or the process has hardly a moment left for more of them. */
  readonly isBusy: boolean
  /** How many requests were refused. */
  readonly refused: Readonly<Record<Rank, number>>
}

const HEALTH = /^\/healthz\/?(\?|$)/

// To be taken for an administrator it takes no more than the name of a cookie, so that each rank has places of its own.
function rankOf({ method, url = '', headers }: IncomingMessage): Rank | null {
  if (HEALTH.test(url)) return null
  if (url === '/readyz' || url === '/metrics') return 'admin'
  if (url.startsWith('/api/admin/') && headers.cookie?.includes('admin_session=')) return 'admin'
  if (!isApi(url)) return 'page'
  return method === 'GET' || method === 'HEAD' ? 'poll' : 'visitor'
}

/**
 * The largest body of a call that is not an administrator's: less than the 64 kB that are kept before somebody reads them,
 * so that such a call begins when all of its body is there.
 */
export const MAX_BODY = 60 * 1024
/** The largest body of an ordinary call of administrators, who are asked for their session before it is read. */
export const MAX_ADMIN_BODY = 1024 * 1024

/** A body that is longer than it may be is refused by its head alone. */
function isBodyExpected({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length'] ?? 0)
  return 'transfer-encoding' in headers || (length > 0 && length <= MAX_ADMIN_BODY)
}

/**
 * Goes on when the body has arrived, or as much of it as is kept before somebody reads it: some dozens of bodies that drip
 * in for a minute would else hold every place. Of what is longer than that, only administrators' calls read the rest.
 */
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

/**
 * The rank of a request that is under way, on its response. A map by response would keep most of them until a whole
 * collection: V8 links each table that a map has outgrown to its next, so that one old table holds all that came after it.
 */
const RANK = Symbol('rank')
type Admitted = ServerResponse & { [RANK]?: number | undefined }

type AdmissionOptions = {
  /** Answers by how many milliseconds the process is late. */
  lateBy: () => number
  /** Answers which part of the last moments it was at work. */
  busyShare: () => number
  /** For about how many milliseconds nothing more is read of the connection of somebody who was refused. */
  pauseMs: number
  /** Hears of those who do something, not only look. */
  traffic: Traffic
}

export function makeAdmission(
  limits: AdmissionLimits,
  { lateBy, busyShare, pauseMs, traffic }: AdmissionOptions,
): Admission {
  const line = makeWaitingLine(RANKS.map((rank) => limits[rank].atOnce))
  const inSlices = makeSlices()
  const refused: Record<Rank, number> = { admin: 0, visitor: 0, page: 0, poll: 0 }

  function release(response: Admitted) {
    const rank = response[RANK]
    if (rank === undefined) return
    response[RANK] = undefined
    if (isDoing(rank)) traffic.ended()
    line.done(rank)
  }

  // One function for all: one for each would keep its request for as long as a stream goes on.
  function ended(this: ServerResponse) {
    release(this)
  }

  return {
    admit(request, response: Admitted, begin) {
      const name = rankOf(request)
      if (name === null) return begin()
      const rank = RANKS.indexOf(name)
      const { waiting, waitMs, lateMs } = limits[name]
      const turnAway = () => {
        refused[name] += 1
        inSlices(() => {
          pauseAfter(request, response, pauseMs)
          refuse(request, response)
        })
      }
      const isTooMuch = () => lateBy() > lateMs || line.waiting(rank) >= waiting
      const queue = () =>
        line.add(rank, {
          until: performance.now() + waitMs,
          giveUp: turnAway,
          begin() {
            response[RANK] = rank
            if (isDoing(rank)) traffic.begun()
            if (response.destroyed) return release(response)
            response.on('close', ended)
            return begin()
          },
        })
      if (isTooMuch()) return turnAway()
      return whenArrived(request, response, () => (isTooMuch() ? turnAway() : queue()))
    },
    arrived: () => line.arrived(),
    release,
    get isBusy() {
      return busyShare() > BUSY_SHARE || RANKS.some((_, rank) => line.waiting(rank) > 0)
    },
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
