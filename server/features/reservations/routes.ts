import type { FastifyInstance } from 'fastify'
import {
  listMyReservations,
  requestCancellation,
  reserveMeeting,
  reserveTour,
  type MeetingReservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { route } from '../../http/route.ts'
import { askForCancellation, bookMeeting, bookTour } from './commands.ts'
import { findReservationsOfMember } from './queries.ts'

export function reservationRoutes(app: FastifyInstance) {
  route(app, listMyReservations, ({ member, now }) => findReservationsOfMember(app.db, member.id, now))
  route(app, reserveTour, async ({ body, member, now, office }) => ({
    message: '투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
    reservation: (await bookTour(office, member, body, now)) as TourReservation,
  }))
  route(app, reserveMeeting, async ({ body, member, now, office }) => ({
    message: '미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
    reservation: (await bookMeeting(office, member, body, now)) as MeetingReservation,
  }))
  route(app, requestCancellation, async ({ params, body, member, now, office }) => ({
    message: '취소 요청이 접수되었습니다.',
    reservation: await askForCancellation(office, member, params.id, body, now),
  }))
}
