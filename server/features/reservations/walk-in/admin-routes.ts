import type { FastifyInstance } from 'fastify'
import type { MeetingReservation, TourReservation } from '../../../../contract/reservation.ts'
import { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { route } from '../../../http/route.ts'
import { refuseOverRequest } from '../booking/queries.ts'
import { bookAtDesk } from './commands.ts'

const MAIL_FOLLOWS = '승인 메일을 보내드립니다.'

export function walkInRoutes(app: FastifyInstance) {
  route(
    app,
    bookTourFor,
    async ({ body, admin, now, context }) => {
      const booked = await bookAtDesk(context, admin, body, now)
      const reservation = booked.reservation as TourReservation
      return {
        message: `${whatOf(booked)}투어 예약이 등록되었습니다. ${MAIL_FOLLOWS}`,
        ...booked,
        reservation,
      }
    },
    { checkRepeat: refuseOverRequest },
  )
  route(
    app,
    bookMeetingFor,
    async ({ body, admin, now, context }) => {
      const booked = await bookAtDesk(context, admin, body, now)
      const reservation = booked.reservation as MeetingReservation
      return {
        message: `${whatOf(booked)}미팅 예약이 등록되었습니다. ${MAIL_FOLLOWS}`,
        ...booked,
        reservation,
      }
    },
    { checkRepeat: refuseOverRequest },
  )
}

const whatOf = ({ registered }: { registered: boolean }) => (registered ? '새 회원과 ' : '')
