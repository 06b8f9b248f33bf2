import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { addDays, madridDate } from '../../../domain/madrid-time.ts'
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
  const makeDocument = (date: string) => JSON.stringify(documentOf(app.declared, app.publicUrl, date))
  const dateOfExamples = async () => {
    const today = madridDate(app.clock())
    const next = app.db.selectFrom('event_dates').where('date', '>=', today)
    const { date } = await next.select(({ fn }) => fn.min('date').as('date')).executeTakeFirstOrThrow()
    return date ?? addDays(today, 1)
  }
  serveText(app, '/api/openapi.json', 'application/json; charset=utf-8', makeDocument, dateOfExamples)
  const page = readFileSync(join(PAGE, 'index.html'))
  app.get('/api/docs', (_request, reply) => {
    setPageHeaders(reply)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  for (const [folder, name, type] of FILES)
    serveText(app, `/api/docs/${name}`, type, () => readFileSync(join(folder, name), 'utf8'))
}

/** Made at the first request for each version, to keep the start fast; the script has two megabytes. */
function serveText(
  app: FastifyInstance,
  path: string,
  type: string,
  make: (version: string) => string,
  versionNow: () => Promise<string> = async () => '',
) {
  let made: { version: string; file: TaggedFile } | undefined
  app.get(path, async (request, reply) => {
    const version = await versionNow()
    if (made?.version !== version) made = { version, file: new TaggedFile(make(version), type) }
    reply.headers({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
    return sendTagged(request, reply, made.file, preferred(request.headers['accept-encoding']))
  })
}
