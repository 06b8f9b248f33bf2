import { Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** A proxy that asks every second whether this process is ready has asked by then. */
const DRAIN_MS = 1_000
/** A connection that was made at the last moment says within this time what it wants. */
const LAST_REQUEST_MS = 100
const LATELY_MS = 10_000

/** Takes a process out of service: it reports not ready, ends the streams, answers a while, and closes. */
export function drainBeforeClosing(app: FastifyInstance) {
  const listeners: (() => void)[] = []
  const notReady = new AppError('not_ready')
  let isLeaving = false
  let askedAt = -Infinity

  function leave() {
    if (isLeaving) return
    isLeaving = true
    for (const listener of listeners) listener()
  }

  app.addHook('onRequest', ({ pattern }, reply, done) => {
    askedAt = performance.now()
    if (!isLeaving || pattern !== '/readyz') return done()
    // Not thrown: it is no failure, and nothing to be logged as one.
    return reply.status(notReady.status).header('cache-control', 'no-store').send(notReady.body())
  })
  app.addHook('preClose', async () => leave())
  app.decorate('leaving', {
    get isLeaving() {
      return isLeaving
    },
    onLeave: (listener) => void listeners.push(listener),
    async drain() {
      leave()
      if (performance.now() - askedAt > LATELY_MS && (await countConnections(app.server)) === 0) return
      await sleep(DRAIN_MS)
      // Not as an HTTP server closes: that one cuts off connections whose first request is still on its way.
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
      readonly isLeaving: boolean
      /** Calls back once, when the process begins to go: by then nothing may begin that lasts. */
      onLeave(listener: () => void): void
      /** Resolves when the server may close. At once where nobody is there and nobody was a moment ago. */
      drain(): Promise<void>
    }
  }
}
