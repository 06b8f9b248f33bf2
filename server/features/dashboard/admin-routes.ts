import type { FastifyInstance } from 'fastify'
import { getDashboard, getStats } from '../../../contract/admin/dashboard.ts'
import { route } from '../../http/route.ts'
import { findDashboard, findStats } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance) {
  route(app, getStats, ({ now }) => findStats(app.db, now))
  route(app, getDashboard, async ({ now }) => findDashboard(app.db, now))
}
