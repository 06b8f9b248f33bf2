import {
  createServer,
  setMaxIdleHTTPParsers,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { ADMISSION, makeAdmission, type Admission, type AdmissionLimits } from './admission.ts'
import { makeConnections, type ConnectionLimits, type Connections } from './connections.ts'
import { watchEventLoop, type EventLoopLag } from './event-loop-lag.ts'

/** How many connections may wait to be taken: a hall that comes back at once must not be sent away for seconds. */
export const BACKLOG = 4_096

const MAX_LISTENERS = 20

// A client whose answer has not begun is not silent: what ends a large event works for longer than that.
function endSilent(this: ServerResponse, socket: Socket) {
  if (this.headersSent) socket.destroy()
}

/** Each connection takes 12 kB, and after a reload two of three are kept for nothing. */
const KEPT = 1_000

// Of each connection that is gone Node keeps 8 kB for the next one, unless told otherwise a thousand times.
const IDLE_PARSERS = 100

export type HttpLimits = ConnectionLimits & {
  /** How long a request's head may take to arrive, and how long all of it: 408 after that. */
  headMs: number
  requestMs: number
  /** How often that is looked after. */
  checkMs: number
  /** How long a connection is kept for the next request. */
  keepMs: number
  /** How long a client may take nothing of an answer. */
  silentMs: number
  admission: AdmissionLimits
}

/** The limits of a process that holds so many connections. Behind proxies all clients share their addresses. */
export const httpLimitsFor = (connections: number, isBehindProxy: boolean): HttpLimits => ({
  connections,
  connectionsOfNetwork: isBehindProxy ? connections : Math.ceil(connections * 0.75),
  kept: KEPT,
  headMs: 15_000,
  requestMs: 60_000,
  checkMs: 2_000,
  // Longer than proxies keep theirs. A browser opens several, asks each half minute, and notices nothing but memory saved.
  keepMs: isBehindProxy ? 72_000 : 4_000,
  silentMs: 60_000,
  admission: ADMISSION,
})

/** The way of each request to the application: its connection, and whether it is let in. */
export type Door = {
  readonly admission: Admission
  readonly connections: Connections
  /** Makes a server behind the door; there are two of them where `HOST` names two addresses. */
  serve(handler: RequestListener): Server
}

/** `lateBy` is for tests: by how many milliseconds the process is late. */
export function makeDoor(limits: HttpLimits, lateBy?: () => number): Door {
  let lag: EventLoopLag | undefined
  const admission = makeAdmission(limits.admission, lateBy ?? (() => lag?.lateBy() ?? 0))
  const connections = makeConnections(limits)

  setMaxIdleHTTPParsers(IDLE_PARSERS)

  function serve(handler: RequestListener): Server {
    const { headMs: headersTimeout, requestMs: requestTimeout, checkMs: connectionsCheckingInterval } = limits
    const options = { headersTimeout, requestTimeout, connectionsCheckingInterval }
    const server = createServer({ ...options, keepAliveTimeout: limits.keepMs }, (request, response) => {
      // A file that is sent has as many listeners for its end from Fastify and its plugin alone, and none of them leaks.
      response.setMaxListeners(MAX_LISTENERS)
      response.on('timeout', endSilent)
      connections.asked(request, response)
      admission.admit(request, response, () => handler(request, response))
    })
    server.setTimeout(limits.silentMs)
    server.on('connection', (socket) => connections.opened(socket))
    server.once('listening', () => {
      lag ??= watchEventLoop()
    })
    server.once('close', () => lag?.stop())
    return server
  }

  return { admission, connections, serve }
}
