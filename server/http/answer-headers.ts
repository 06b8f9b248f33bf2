import type { FastifyInstance } from 'fastify'
import type { Instant } from '../../domain/madrid-time.ts'
import { isApi } from './not-found.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Gives every answer the headers that do not depend on what it says, where it has no such header of its own: those of
 * security, to programs the service's time, and the end of its connection once the process leaves.
 */
export function addAnswerHeaders(app: FastifyInstance) {
  const security = securityHeaders(app.publicUrl.startsWith('https:'))
  const names = Object.entries(security)
  app.decorate('securityHeaders', security)
  app.decorate('serviceTime', makeServiceTime())
  app.decorateRequest('pattern', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.pattern = request.routeOptions.url
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of names) if (!reply.hasHeader(name)) reply.header(name, value)
    if (isApi(request.url)) reply.header('x-service-time', app.serviceTime(app.clock()))
    // One that is kept alive would keep the closing server waiting for it.
    if (app.leaving.isLeaving) reply.header('connection', 'close')
    done()
  })
}

/** Hundreds of answers within one millisecond tell one time. */
function makeServiceTime(): (now: Instant) => string {
  let told = { now: NaN, text: '' }
  return (now) => {
    if (told.now !== now) told = { now, text: new Date(now).toISOString() }
    return told.text
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Readonly<Record<string, string>>
    /** An instant as every answer tells it in `X-Service-Time`. */
    serviceTime: (now: Instant) => string
  }
  interface FastifyRequest {
    /** The pattern of its route; undefined where its address leads nowhere. */
    pattern: string | undefined
  }
}
