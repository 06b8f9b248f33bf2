import type { FastifyInstance } from 'fastify'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { MeetingReservation, TourReservation } from '../../../../contract/reservation.ts'
import { route } from '../../../http/route.ts'
import { bookMeeting, bookTour } from './commands.ts'
import { refuseOverRequest } from './queries.ts'

export function bookingRoutes(app: FastifyInstance) {
  route(
    app,
    reserveTour,
    async ({ body, member, now, context }) => ({
      message: '투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
      reservation: (await bookTour(context, member, body, now)) as TourReservation,
    }),
    { checkRepeat: refuseOverRequest },
  )
  route(
    app,
    reserveMeeting,
    async ({ body, member, now, context }) => ({
      message: '미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
      reservation: (await bookMeeting(context, member, body, now)) as MeetingReservation,
    }),
    { checkRepeat: refuseOverRequest },
  )
}
