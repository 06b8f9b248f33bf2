import type { FastifyInstance } from 'fastify'
import { exportStatistics, FIGURES_MS, getStatistics } from '../../../contract/admin/statistics.ts'
import { route } from '../../http/route.ts'
import { findStatistics } from './queries.ts'
import { exportStatisticsBook } from './spreadsheet.ts'

export function statisticsRoutes(app: FastifyInstance) {
  // Not of the topic of bookings: figures may be ten seconds old, and their screen shows from when they are.
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
