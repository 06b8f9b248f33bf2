import type { FastifyInstance } from 'fastify'
import { getDashboard, getStats } from '../../../contract/admin/dashboard.ts'
import { route } from '../../http/route.ts'
import { findDashboard, findStats } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance) {
  route(app, getStats, ({ now }) => app.snapshots.ofMoment('stats', now, (tx) => findStats(tx, now)))
  route(app, getDashboard, async ({ now }) => findDashboard(app.db, now))
}
