import type { FastifyInstance } from 'fastify'
import { exportNumbers, getNumbers } from '../../../contract/admin/statistics.ts'
import { route } from '../../http/route.ts'
import { findNumbers } from './queries.ts'
import { exportNumbersBook } from './spreadsheet.ts'

export function numbersRoutes(app: FastifyInstance) {
  route(app, getNumbers, ({ query, now }) => findNumbers(app.db, query, now))
  route(app, exportNumbers, ({ query, now }) => exportNumbersBook(app, query, now))
}
