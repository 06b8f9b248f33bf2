import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MeetingReservation, TourReservation } from '../../../../contract/reservation.ts'
import { bookMeetingFor, bookTourFor, searchWalkIns } from '../../../../contract/admin/walk-ins.ts'
import { AppError } from '../../../http/app-error.ts'
import { route } from '../../../http/route.ts'
import { findToBookFor } from '../../members/queries.ts'
import { refuseOverRequest } from '../booking/queries.ts'
import { bookAtDesk } from './commands.ts'

async function book(noun: string, ...asked: Parameters<typeof bookAtDesk>) {
  const booked = await bookAtDesk(...asked)
  const what = `${booked.registered ? '새 회원과 ' : ''}${noun} 예약`
  const mailed = booked.user_id === null ? '' : ' 승인 메일을 보내드립니다.'
  const message = `${what}이 등록되었습니다.${mailed}`
  return { message, ...booked }
}

/** Success or failure would reveal whether the phone or e-mail is known. */
function refuseNewMember({ caller }: FastifyRequest, { new_member }: { new_member?: unknown }) {
  if (caller.writesOnly && new_member !== undefined) throw new AppError('scope_required')
}

export function walkInRoutes(app: FastifyInstance) {
  route(app, searchWalkIns, ({ query }) => findToBookFor(app.db, query.q))
  route(
    app,
    bookTourFor,
    async ({ body, admin, request, now, context }) => {
      refuseNewMember(request, body)
      const booked = await book('투어', context, admin, body, now)
      return { ...booked, reservation: booked.reservation as TourReservation }
    },
    { checkRepeat: refuseOverRequest },
  )
  route(
    app,
    bookMeetingFor,
    async ({ body, admin, request, now, context }) => {
      refuseNewMember(request, body)
      const booked = await book('미팅', context, admin, body, now)
      return { ...booked, reservation: booked.reservation as MeetingReservation }
    },
    { checkRepeat: refuseOverRequest },
  )
}
