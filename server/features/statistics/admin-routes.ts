import type { FastifyInstance } from 'fastify'
import { exportStatistics, getStatistics } from '../../../contract/admin/statistics.ts'
import { route } from '../../http/route.ts'
import { findStatistics } from './queries.ts'
import { exportStatisticsBook } from './spreadsheet.ts'

export function statisticsRoutes(app: FastifyInstance) {
  route(app, getStatistics, ({ query, now }) => findStatistics(app.db, query, now))
  route(app, exportStatistics, ({ query, now }) => exportStatisticsBook(app, query, now))
}
