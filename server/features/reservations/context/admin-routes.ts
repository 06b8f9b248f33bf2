import type { FastifyInstance } from 'fastify'
import { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import { AppError } from '../../../http/app-error.ts'
import { route } from '../../../http/route.ts'
import { findContext } from './queries.ts'

export function reservationContextRoutes(app: FastifyInstance) {
  route(app, getReservationContext, async ({ params, query, now }) => {
    const context = await findContext(app.db, { id: params.id, kind: query.type }, now)
    if (!context) throw new AppError('not_found')
    return context
  })
}
