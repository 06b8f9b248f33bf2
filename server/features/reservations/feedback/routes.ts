import type { FastifyInstance } from 'fastify'
import { endMeeting, giveFeedback } from '../../../../contract/meeting.ts'
import type { MeetingReservation } from '../../../../contract/reservation.ts'
import { route } from '../../../http/route.ts'
import { endMeetingEarly } from '../commands.ts'
import { giveMeetingFeedback } from './commands.ts'

export function feedbackRoutes(app: FastifyInstance) {
  route(app, endMeeting, async ({ params, member, now, context }) => ({
    message: '미팅이 종료되었습니다.',
    reservation: (await endMeetingEarly(context, member, params.id, now)) as MeetingReservation,
  }))
  route(app, giveFeedback, async ({ params, body, member, now, context }) => ({
    message: '피드백이 저장되었습니다.',
    reservation: await giveMeetingFeedback(context, member, params.id, body.feedback, now),
  }))
}
