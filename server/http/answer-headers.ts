import type { FastifyInstance } from 'fastify'
import type { Instant } from '../../domain/madrid-time.ts'
import { isApi } from './not-found.ts'

// Nothing inline but web/vite/old-browsers.js, nothing from other origins, no frames, no content sniffing.
const POLICY = [
  "default-src 'self';script-src 'self' 'sha256-CZ9zKQeJ6rI7aB0IbVwuNpt7c/ncmrlLH+jOOaCBRLk='",
  "img-src 'self' data:",
  "object-src 'none';base-uri 'self';form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

const ALWAYS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

// Over plain HTTP it would block the page in a network without HTTPS.
const OVER_HTTPS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Adds security headers, the service time of API answers, and `connection: close` while draining. */
export function addAnswerHeaders(app: FastifyInstance) {
  const security = { ...ALWAYS, ...(app.publicUrl.startsWith('https:') && OVER_HTTPS) }
  const names = Object.entries(security)
  app.decorate('securityHeaders', security)
  app.decorateRequest('pattern', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.pattern = request.routeOptions.url
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    for (const [name, value] of names) if (!reply.hasHeader(name)) reply.header(name, value)
    if (isApi(request.url)) reply.header('x-service-time', serviceTime(app.clock()))
    // A kept-alive connection would delay closing.
    if (app.leaving.isLeaving) reply.header('connection', 'close')
    done()
  })
}

export const serviceTime = (now: Instant): string => new Date(now).toISOString()

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaders: Readonly<Record<string, string>>
  }
  interface FastifyRequest {
    /** The route's pattern; undefined without a route. */
    pattern: string | undefined
  }
}
