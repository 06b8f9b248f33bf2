import type { FastifyInstance } from 'fastify'
import { getDashboard, getStats } from '../../../contract/admin/dashboard.ts'
import { readConsistently } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import { findDashboard, findDashboardPage, findStats } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance) {
  route(app, getStats, ({ now }) => findStats(app.db, now))
  route(app, getDashboard, async ({ query, now }) =>
    query.page === undefined
      ? findDashboard(app.db, now)
      : readConsistently(app.db, (tx) => findDashboardPage(tx, query, now)),
  )
}
