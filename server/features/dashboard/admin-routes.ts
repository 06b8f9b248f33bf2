import type { FastifyInstance } from 'fastify'
import { getDashboard, getStats } from '../../../contract/admin/dashboard.ts'
import { route } from '../../http/route.ts'
import { findDashboard, findDashboardPage, findStats } from './queries.ts'

export function dashboardRoutes(app: FastifyInstance) {
  route(app, getStats, ({ now }) => app.snapshots.ofMoment('stats', now, (tx) => findStats(tx, now)))
  route(app, getDashboard, async ({ query, now }) =>
    query.page === undefined
      ? findDashboard(app.db, now)
      : app.snapshots.ofMoment(`dashboard ${JSON.stringify(query)}`, now, (tx) =>
          findDashboardPage(tx, query, now),
        ),
  )
}
