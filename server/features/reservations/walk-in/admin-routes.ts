import type { FastifyInstance } from 'fastify'
import type { MeetingReservation, TourReservation } from '../../../../contract/reservation.ts'
import { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { route } from '../../../http/route.ts'
import { refuseOverRequest } from '../booking/queries.ts'
import { bookAtDesk } from './commands.ts'

export function walkInRoutes(app: FastifyInstance) {
  route(
    app,
    bookTourFor,
    async ({ body, admin, now, context }) => ({
      message: '투어 예약이 등록되었습니다. 승인 메일을 보내드립니다.',
      reservation: (await bookAtDesk(context, admin, body, now)) as TourReservation,
    }),
    { checkRepeat: refuseOverRequest },
  )
  route(
    app,
    bookMeetingFor,
    async ({ body, admin, now, context }) => ({
      message: '미팅 예약이 등록되었습니다. 승인 메일을 보내드립니다.',
      reservation: (await bookAtDesk(context, admin, body, now)) as MeetingReservation,
    }),
    { checkRepeat: refuseOverRequest },
  )
}
