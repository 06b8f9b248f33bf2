import type { FastifyInstance } from 'fastify'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { route } from '../../../http/route.ts'
import { moveToOtherSlots } from './commands.ts'

export function moveRoutes(app: FastifyInstance) {
  route(app, moveReservation, ({ params, body, admin, now, context }) =>
    moveToOtherSlots(context, admin, params.id, body, now),
  )
}
