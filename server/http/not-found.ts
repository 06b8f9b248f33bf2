import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { setPageHeaders } from './page-headers.ts'

const pathOf = (url: string) => url.split('?')[0]!

/** True for an address that only programs call. */
export const isApi = (url: string): boolean =>
  url.startsWith('/api') && (url.length === 4 || url[4] === '/' || url[4] === '?')

/**
 * Answers an address that no route serves: under /api a JSON 404, or 405 with the methods that the path knows; a missing
 * file is 404; any other path is a screen of the web app, which finds its own way.
 */
export function answerNotFound(
  app: FastifyInstance,
  webRoot: string | undefined,
  rehearsalPage?: (path: string) => string,
) {
  const known = app.declared.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }))
  // The hook runs before the body is read: the body of such a request does not matter.
  app.addHook('onRequest', (request, _reply, done) => {
    // The web app's files are served below a wildcard, under which no call lives.
    const isServed = request.pattern !== undefined && request.pattern !== '/*'
    if (isServed || !isApi(request.url)) return done()
    const path = pathOf(request.url)
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)
    if (allowed.length === 0) throw new AppError('not_found')
    throw new AppError('method_not_allowed', { headers: { allow: [...new Set(allowed)].join(', ') } })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const isScreen = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path)
    if (!webRoot || !isScreen || path.startsWith('/assets/')) throw new AppError('not_found')
    if (!rehearsalPage) return reply.sendFile('index.html')
    setPageHeaders(reply)
    return reply.type('text/html; charset=utf-8').send(rehearsalPage(path))
  })
}
