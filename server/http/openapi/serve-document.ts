import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { setPageHeaders } from '../page-headers.ts'
import { preferred } from '../polled-answer.ts'
import { sendTagged, TaggedFile } from '../tagged-file.ts'
import { documentOf } from './document.ts'

const PAGE = join(import.meta.dirname, 'page')
const READER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const SCRIPT = 'text/javascript; charset=utf-8'
const STYLES = 'text/css; charset=utf-8'
const FILES = [
  [PAGE, 'page.css', STYLES],
  [PAGE, 'page.js', SCRIPT],
  [READER, 'swagger-ui.css', STYLES],
  [READER, 'swagger-ui-bundle.js', SCRIPT],
] as const

/**
 * The document for programs at /api/openapi.json, for people at /api/docs. Covers the calls declared before.
 */
export async function serveDocument(app: FastifyInstance) {
  serveText(app, '/api/openapi.json', 'application/json; charset=utf-8', () =>
    JSON.stringify(documentOf(app.declared, app.publicUrl)),
  )
  const page = readFileSync(join(PAGE, 'index.html'))
  app.get('/api/docs', (_request, reply) => {
    setPageHeaders(reply)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  for (const [folder, name, type] of FILES)
    serveText(app, `/api/docs/${name}`, type, () => readFileSync(join(folder, name), 'utf8'))
}

/** Made at the first request, to keep the start fast; the script has two megabytes. */
function serveText(app: FastifyInstance, path: string, type: string, make: () => string) {
  let made: TaggedFile | undefined
  app.get(path, async (request, reply) => {
    made ??= new TaggedFile(make(), type)
    reply.headers({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
    return sendTagged(request, reply, made, preferred(request.headers['accept-encoding']))
  })
}
