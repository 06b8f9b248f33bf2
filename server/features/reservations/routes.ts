import type { FastifyInstance } from 'fastify'
import { downloadCalendarEntry } from '../../../contract/calendar.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { requestCancellation } from '../../../contract/reservation-action.ts'
import { route } from '../../http/route.ts'
import { calendarDownload } from '../../mail/calendar-download.ts'
import { askForCancellation, getCalendarNotice } from './commands.ts'
import { findReservationsOfMember } from './queries.ts'

export function reservationRoutes(app: FastifyInstance) {
  route(app, listMyReservations, ({ member, now }) =>
    app.snapshots.ofMember(member.id, now, () => findReservationsOfMember(app.db, member.id, now)),
  )
  route(app, downloadCalendarEntry, async ({ params, member, now, context }) =>
    calendarDownload(await getCalendarNotice(context, member, params.id, now)),
  )
  route(app, requestCancellation, async ({ params, body, member, now, context }) => ({
    message: '취소 요청이 접수되었습니다.',
    reservation: await askForCancellation(context, member, params.id, body, now),
  }))
}
