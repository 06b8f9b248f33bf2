import type { FastifyInstance } from 'fastify'
import { endMeeting, giveFeedback } from '../../../../contract/meeting.ts'
import type { MeetingReservation } from '../../../../contract/reservation.ts'
import { route } from '../../../http/route.ts'
import { endMeetingEarly } from '../commands.ts'
import { giveMeetingFeedback } from './commands.ts'

export function meetingRoutes(app: FastifyInstance) {
  route(app, endMeeting, async ({ params, member, now, office }) => ({
    message: '미팅이 종료되었습니다.',
    reservation: (await endMeetingEarly(office, member, params.id, now)) as MeetingReservation,
  }))
  route(app, giveFeedback, async ({ params, body, member, now, office }) => ({
    message: '피드백이 저장되었습니다.',
    reservation: await giveMeetingFeedback(office, member, params.id, body.feedback, now),
  }))
}
