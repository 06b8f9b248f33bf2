import type { FastifyInstance } from 'fastify'
import { listMyReservations, requestCancellation } from '../../../contract/reservation.ts'
import { route } from '../../http/route.ts'
import { askForCancellation } from './commands.ts'
import { findReservationsOfMember } from './queries.ts'

export function reservationRoutes(app: FastifyInstance) {
  route(app, listMyReservations, ({ member, now }) => findReservationsOfMember(app.db, member.id, now))
  route(app, requestCancellation, async ({ params, body, member, now, office }) => ({
    message: '취소 요청이 접수되었습니다.',
    reservation: await askForCancellation(office, member, params.id, body, now),
  }))
}
