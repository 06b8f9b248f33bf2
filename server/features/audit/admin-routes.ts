import type { FastifyInstance } from 'fastify'
import { listAudit, searchAudit as searchAuditCall } from '../../../contract/admin/audit.ts'
import { route } from '../../http/route.ts'
import { findAudit, searchAudit } from './queries.ts'

export function auditRoutes(app: FastifyInstance) {
  route(app, listAudit, ({ query }) => findAudit(app.db, query))
  route(app, searchAuditCall, ({ query }) => searchAudit(app.db, query))
}
