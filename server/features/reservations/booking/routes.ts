import type { FastifyInstance } from 'fastify'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { MeetingReservation, TourReservation } from '../../../../contract/reservation.ts'
import { makeRateLimit } from '../../../http/rate-limit.ts'
import { route } from '../../../http/route.ts'
import { bookMeeting, bookTour } from './commands.ts'
import { refuseOverRequest } from './queries.ts'

/** More than a person's fingers do, who sends again what was lost: a program that tries all times is held up. */
const A_MINUTE = 60

export function bookingRoutes(app: FastifyInstance, { bookingsAMinute = A_MINUTE }) {
  const hurry = makeRateLimit(bookingsAMinute)
  route(
    app,
    reserveTour,
    async ({ body, member, now, context }) => {
      hurry(member.id, now)
      return {
        message: '투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
        reservation: (await bookTour(context, member, body, now)) as TourReservation,
      }
    },
    { checkRepeat: refuseOverRequest },
  )
  route(
    app,
    reserveMeeting,
    async ({ body, member, now, context }) => {
      hurry(member.id, now)
      return {
        message: '미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
        reservation: (await bookMeeting(context, member, body, now)) as MeetingReservation,
      }
    },
    { checkRepeat: refuseOverRequest },
  )
}
