import type { FastifyInstance } from 'fastify'
import type { Instant } from '../../domain/madrid-time.ts'
import { isApi } from './not-found.ts'
import { securityHeaders } from './security-headers.ts'

/** Adds security headers, the service time of API answers, and `connection: close` while draining. */
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
    // A kept-alive connection would delay closing.
    if (app.leaving.isLeaving) reply.header('connection', 'close')
    done()
  })
}

/** Cached: many answers share one millisecond. */
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
    serviceTime: (now: Instant) => string
  }
  interface FastifyRequest {
    /** The route's pattern; undefined without a route. */
    pattern: string | undefined
  }
}
