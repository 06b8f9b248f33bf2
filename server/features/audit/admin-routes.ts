import type { FastifyInstance } from 'fastify'
import { listAudit } from '../../../contract/admin/audit.ts'
import { route } from '../../http/route.ts'
import { findAudit } from './queries.ts'

export function auditRoutes(app: FastifyInstance) {
  route(app, listAudit, ({ query }) => findAudit(app.db, query))
}
