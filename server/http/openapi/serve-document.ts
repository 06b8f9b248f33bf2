import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { setPageHeaders } from '../page-headers.ts'
import { documentOf } from './document.ts'

const PAGE = join(import.meta.dirname, 'page')
const READER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const FILES = new Set(['/page.css', '/page.js', '/swagger-ui.css', '/swagger-ui-bundle.js'])

/**
 * Serves the document of all calls that were declared before, for programs at /api/openapi.json and for people at
 * /api/docs. The page runs under the policy of every other page: no inline script, nothing from elsewhere.
 */
export async function serveDocument(app: FastifyInstance) {
  // Written when somebody first asks: a start need not wait for it.
  let document: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(documentOf(app.declared, app.publicUrl))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document)
  })
  const page = readFileSync(join(PAGE, 'index.html'))
  app.get('/api/docs', (_request, reply) => {
    setPageHeaders(reply)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  await app.register(fastifyStatic, {
    root: [PAGE, READER],
    prefix: '/api/docs/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => FILES.has(path),
  })
}
