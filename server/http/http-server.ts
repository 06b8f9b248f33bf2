import {
  createServer,
  setMaxIdleHTTPParsers,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { ADMISSION, makeAdmission } from './admission.ts'
import { makeConnections } from './connections.ts'
import { watchEventLoop } from './event-loop-lag.ts'

/** All visitors may reconnect at once. */
export const BACKLOG = 4_096

const MAX_LISTENERS = 20

// Answers that take longer to begin, such as closing an event, are not cut off.
function endSilent(this: ServerResponse, socket: Socket) {
  if (this.headersSent) socket.destroy()
}

/** Each takes 12 kB of memory. */
const KEPT = 1_000

// Each keeps 8 kB; Node's default is 1000.
const IDLE_PARSERS = 100

export type HttpLimits = ReturnType<typeof httpLimitsFor>

/** Behind a proxy all clients share its address. */
export const httpLimitsFor = (connections: number, isBehindProxy: boolean) => ({
  connections,
  connectionsOfNetwork: isBehindProxy ? connections : Math.ceil(connections * 0.75),
  kept: KEPT,
  // Time for a request's head and for the whole request, then 408.
  headMs: 15_000,
  requestMs: 60_000,
  checkMs: 2_000,
  // Idle time: longer than the proxy's own timeout; without a proxy short, to save memory.
  keepMs: isBehindProxy ? 72_000 : 4_000,
  // Time without progress of a response.
  silentMs: 60_000,
  admission: ADMISSION,
})

/** Tests pass `lateBy`, the event-loop lag in milliseconds. */
export function makeDoor(limits: HttpLimits, clock: () => number, lateBy?: () => number) {
  let lag: ReturnType<typeof watchEventLoop> | undefined
  const admission = makeAdmission(limits.admission, clock, lateBy ?? (() => lag?.lateBy() ?? 0))
  const connections = makeConnections(limits)

  setMaxIdleHTTPParsers(IDLE_PARSERS)

  /** Called once for each address in `HOST`. */
  function serve(handler: RequestListener): Server {
    const { headMs: headersTimeout, requestMs: requestTimeout, checkMs: connectionsCheckingInterval } = limits
    const options = { headersTimeout, requestTimeout, connectionsCheckingInterval }
    const server = createServer({ ...options, keepAliveTimeout: limits.keepMs }, (request, response) => {
      // Fastify and its static plugin alone add more than ten listeners.
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
