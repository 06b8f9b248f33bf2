import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

/** Answers with the page of every screen, which finds its own way. */
export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const pathOf = (url: string) => url.split('?')[0]!

/** True for an address that only programs call. */
export const isApi = (url: string): boolean =>
  url.startsWith('/api') && (url.length === 4 || url[4] === '/' || url[4] === '?')

/** True for the address of a file: screens have no dot at their end. */
export const isFile = (path: string): boolean => /\.\w+$/.test(path)

// Of an empty part or of what no name can hold there is no screen.
const isScreen = (path: string) => !isFile(path) && !/^\/assets\/|\/\/|%00/.test(path)

/**
 * Answers an address that no route serves: under /api a JSON 404, or 405 with the methods that the path knows; a missing
 * file is 404; any other path is a screen of the web app, which finds its own way.
 */
export function answerNotFound(app: FastifyInstance, sendPage: SendPage | undefined) {
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
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!sendPage || !isRead || !isScreen(path)) throw new AppError('not_found')
    return sendPage(request, reply)
  })
}
