import type { FastifyInstance } from 'fastify'
import type { MeetingReservation, Reservation, TourReservation } from '../../../../contract/reservation.ts'
import { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { route } from '../../../http/route.ts'
import { refuseOverRequest } from '../booking/queries.ts'
import { bookAtDesk } from './commands.ts'

async function book<Made extends Reservation>(noun: string, ...asked: Parameters<typeof bookAtDesk>) {
  const booked = await bookAtDesk(...asked)
  const what = `${booked.registered ? '새 회원과 ' : ''}${noun} 예약`
  const message = `${what}이 등록되었습니다. 승인 메일을 보내드립니다.`
  return { message, ...booked, reservation: booked.reservation as Made }
}

export function walkInRoutes(app: FastifyInstance) {
  route(
    app,
    bookTourFor,
    ({ body, admin, now, context }) => book<TourReservation>('투어', context, admin, body, now),
    { checkRepeat: refuseOverRequest },
  )
  route(
    app,
    bookMeetingFor,
    ({ body, admin, now, context }) => book<MeetingReservation>('미팅', context, admin, body, now),
    { checkRepeat: refuseOverRequest },
  )
}
