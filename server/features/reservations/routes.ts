import type { FastifyInstance } from 'fastify'
import { downloadCalendarEntry } from '../../../contract/calendar.ts'
import type { Member } from '../../../contract/member.ts'
import { listMyReservations, reservationFacts } from '../../../contract/reservation.ts'
import { requestCancellation } from '../../../contract/reservation-action.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { canAddToCalendar } from '../../../domain/reservation.ts'
import type { CommandContext } from '../../command-context.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { calendarDownload } from '../../mail/calendar-download.ts'
import type { ReservationNotice } from '../../mail/mail.ts'
import { withIdentity } from '../../outbox/calendar-identity.ts'
import { getSettings } from '../settings/queries.ts'
import { askForCancellation } from './commands.ts'
import { findOwnReservation, findReservationsOfMember, refusedAs } from './queries.ts'

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

async function getCalendarNotice(
  { db, publicUrl }: CommandContext,
  member: Member,
  id: number,
  now: Instant,
): Promise<ReservationNotice> {
  const found = await findOwnReservation(db, { id, member_id: member.id }, now)
  if (!found) throw new AppError('not_found')
  const { status } = found.reservation
  if (!canAddToCalendar(reservationFacts(found.reservation), now)) throw refusedAs(status)
  const notice = { ...found, to: member.email, ...(await getSettings(db)), public_url: publicUrl, now }
  return (await withIdentity(db, [notice]))[0]!
}
