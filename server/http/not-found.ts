import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

export const pathOf = (url: string) => url.split('?')[0]!

export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)

/** Screens have no extension. */
const isScreen = (path: string) => !/\.\w+$|^\/assets\/|\/\/|%00/.test(path)

/** Matches a route's paths, with or without a final slash. */
export const patternOf = (route: string): RegExp =>
  new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`)

/** Under /api a JSON 404 or 405; a missing file is 404; every other path is a screen of the web app. */
export function answerNotFound(app: FastifyInstance, sendPage: SendPage | undefined) {
  const known = app.routes.map(({ url, method }) => ({ pattern: patternOf(url), method }))
  // A hook runs before the body is read.
  app.addHook('onRequest', (request, _reply, done) => {
    // The wildcard serves the web app's files.
    const isServed = request.pattern !== undefined && request.pattern !== '/*'
    if (isServed || !isApi(request.url)) return done()
    const path = pathOf(request.url)
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ method }) => method)
    if (allowed.length === 0) throw new AppError('not_found')
    throw new AppError('method_not_allowed', { headers: { allow: [...new Set(allowed)].join(', ') } })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    const isRead = ['GET', 'HEAD'].includes(request.method)
    if (!sendPage || !isRead || !isScreen(path)) throw new AppError('not_found')
    return sendPage(request, reply)
  })
}
