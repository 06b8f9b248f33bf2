import type { FastifyInstance } from 'fastify'
import { downloadCalendarEntry } from '../../../contract/calendar.ts'
import { listMyReservations } from '../../../contract/reservation.ts'
import { requestCancellation } from '../../../contract/reservation-action.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { route } from '../../http/route.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { calendarDownload } from '../../mail/calendar-download.ts'
import { askForCancellation, getCalendarNotice } from './commands.ts'
import { findReservationsOfMember } from './queries.ts'

export function reservationRoutes(app: FastifyInstance) {
  const readOwn = (member_id: number, now: Instant) =>
    app.snapshots.get({ topic: `member ${member_id}`, key: 'reservations' }, now, async () => {
      const { found, valid_until } = await findReservationsOfMember(app.db, member_id, now)
      return { answer: SerializedAnswer.of(found), valid_until }
    })
  route(app, listMyReservations, ({ member, now }) => readOwn(member.id, now))
  app.changes.offer('mine', { read: (member_id, now) => readOwn(Number(member_id), now) })
  route(app, downloadCalendarEntry, async ({ params, member, now, context }) =>
    calendarDownload(await getCalendarNotice(context, member, params.id, now)),
  )
  route(app, requestCancellation, async ({ params, body, member, now, context }) => ({
    message: '취소 요청이 접수되었습니다.',
    reservation: await askForCancellation(context, member, params.id, body, now),
  }))
}
