import type { FastifyInstance } from 'fastify'
import { rearrangeReservations } from '../../../../contract/admin/rearrange.ts'
import { route } from '../../../http/route.ts'
import { rearrange } from './commands.ts'

export function rearrangingRoutes(app: FastifyInstance) {
  route(app, rearrangeReservations, ({ body, admin, now, context }) => rearrange(context, admin, body, now))
}
