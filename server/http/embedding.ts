import type { FastifyInstance } from 'fastify'

const PAGE = /^\/(event|display|display\/room\/[^/?]+)\/?(\?|$)/
const READ = /^\/api\/(display\/|public\/event\/?(\?|$))/

const PREFLIGHT = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'if-none-match',
  'access-control-max-age': '7200',
}

/** Listed sites may frame and read what is public: the event, and the boards with the names that they show. */
export function allowEmbedding(app: FastifyInstance, origins: readonly string[] = []) {
  if (origins.length === 0) return
  const policy = app.securityHeaders['content-security-policy']!.replace(
    "frame-ancestors 'none'",
    `frame-ancestors 'self' ${origins.join(' ')}`,
  )
  app.addHook('onRequest', (request, reply, done) => {
    const { url, method } = request
    // `frame-ancestors` overrides X-Frame-Options.
    if (PAGE.test(url)) reply.header('content-security-policy', policy)
    if (!READ.test(url)) return done()
    reply.header('vary', 'origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'etag, retry-after, x-service-time',
    })
    if (method !== 'OPTIONS') return done()
    return reply.code(204).headers(PREFLIGHT).send()
  })
}
