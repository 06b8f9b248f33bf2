import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/**
 * What no route serves: under /api a JSON 404, or 405 with the methods that the path knows; a missing file is 404; any
 * other path is a screen of the web app, which finds its own way.
 */
export function answerUnknown(app: FastifyInstance, webRoot: string | undefined) {
  const known = app.declared.map(({ path, method }) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`),
    method,
  }))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if (path === '/api' || path.startsWith('/api/')) {
      const allowed = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
      if (allowed.length === 0) throw new AppError('not_found')
      throw new AppError('method_not_allowed', { headers: { allow: [...new Set(allowed)].join(', ') } })
    }
    const isScreen = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path)
    if (!webRoot || !isScreen || path.startsWith('/assets/')) throw new AppError('not_found')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
