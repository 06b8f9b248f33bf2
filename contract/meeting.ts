import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, MAX_LENGTH, requiredText } from './field.ts'
import { meetingReservation } from './reservation.ts'

export const endMeeting = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/meeting-completed/{id}/',
  summary: 'End an approved meeting of today now; its slots that have not begun become free',
  response: z.extend(confirmation, { reservation: meetingReservation }),
  errors: ['invalid_transition'],
})

export const giveFeedback = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/meeting-feedback/{id}/',
  summary: 'Say how an approved or ended meeting was; again replaces what was said',
  body: z.object({ feedback: requiredText('피드백 내용을 입력해주세요.', MAX_LENGTH.feedback) }),
  response: z.extend(confirmation, { reservation: meetingReservation }),
  errors: ['invalid_transition'],
})
