import type { FastifyInstance } from 'fastify'
import { exportStatistics, FIGURES_MS, getStatistics } from '../../../contract/admin/statistics.ts'
import { route } from '../../http/route.ts'
import { findStatistics } from './queries.ts'
import { exportStatisticsBook } from './spreadsheet.ts'

export function statisticsRoutes(app: FastifyInstance) {
  // Cached by time instead of by topic: the screen shows from when the figures are.
  route(app, getStatistics, ({ query, now }) =>
    app.snapshots.serialized(
      { topic: 'event', key: `statistics ${JSON.stringify(query)}` },
      now,
      () => findStatistics(app.db, query, now),
      now + FIGURES_MS,
    ),
  )
  route(app, exportStatistics, ({ query, now }) => exportStatisticsBook(app, query, now))
}
