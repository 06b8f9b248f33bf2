import type { FastifyInstance } from 'fastify'
import {
  exportReservations,
  listReservationHistory,
  listReservations,
} from '../../../../contract/admin/reservations.ts'
import { listTours } from '../../../../contract/reservation.ts'
import { readConsistently } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { route } from '../../../http/route.ts'
import { findAsOf, findHistory, findTours, findPage, findReservations } from './queries.ts'
import { exportReservationList } from './spreadsheet.ts'

export function reservationListRoutes(app: FastifyInstance) {
  route(app, listReservations, async ({ query: { page, page_size, ...filters }, now }) => {
    const isSync = filters.updated_since !== undefined && (page ?? 1) === 1
    // In a transaction of its own: the list has to be read after it.
    const head = isSync ? { as_of: await findAsOf(app.db, now) } : {}
    if (page === undefined) return findReservations(app.db, filters, now, head)
    const found = await readConsistently(app.db, (tx) => findPage(tx, { filters, page, page_size }, now))
    return { ...head, ...found }
  })
  route(app, listTours, async ({ query, toDo, now }) => {
    if (toDo === 'second_factor') throw new AppError('second_factor_setup_required')
    return toDo ? { count: 0, results: [] } : findTours(app.db, query.page, now)
  })
  route(app, exportReservations, ({ query, now }) => exportReservationList(app, query, now))
  route(app, listReservationHistory, async ({ params }) => {
    const history = await findHistory(app.db, params.id)
    if (history.length === 0) throw new AppError('not_found')
    return history
  })
}
