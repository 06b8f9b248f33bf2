import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Time for a load balancer that probes `/readyz` every second. */
const DRAIN_MS = 1_000
/** Time for a connection accepted last to send its request. */
const LAST_REQUEST_MS = 100
const LATELY_MS = 10_000

/** Before closing: reports not ready, ends streams, and goes on answering briefly. */
export function drainBeforeClosing(app: FastifyInstance) {
  const notReady = new AppError('not_ready')
  let isLeaving = false
  let askedAt = -Infinity

  function leave() {
    if (isLeaving) return
    isLeaving = true
    app.changes.close()
  }

  app.addHook('onRequest', ({ pattern }, reply, done) => {
    askedAt = performance.now()
    if (!isLeaving || pattern !== '/readyz') return done()
    // Not thrown, because thrown failures are logged.
    return reply.status(notReady.status).header('cache-control', 'no-store').send(notReady.body())
  })
  app.addHook('preClose', async () => leave())
  app.decorate('leaving', {
    get isLeaving() {
      return isLeaving
    },
    async drain() {
      leave()
      if (performance.now() - askedAt > LATELY_MS && (await countConnections(app.server)) === 0) return
      await sleep(DRAIN_MS)
      // `http.Server.close` would cut off connections whose first request is on its way.
      Server.prototype.close.call(app.server)
      await sleep(LAST_REQUEST_MS)
    },
  })
}

const countConnections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)))

declare module 'fastify' {
  interface FastifyInstance {
    leaving: {
      /** Then start nothing lasting, such as a stream. */
      readonly isLeaving: boolean
      /** Resolves at once if there are no connections and no recent requests. */
      drain(): Promise<void>
    }
  }
}
