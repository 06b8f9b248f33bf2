import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** /healthz: the process answers. /readyz: the database does too, and has been migrated. */
export function healthRoutes(app: FastifyInstance) {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    try {
      await sql`select from schema_migrations limit 1`.execute(app.db)
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      throw new AppError('not_ready', { headers: { 'retry-after': '1' } })
    }
    return { status: 'ready' }
  })
}
