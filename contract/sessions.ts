import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, id } from './field.ts'

export const session = z.object({
  id,
  /** Browser and system. */
  device: z.string(),
  /** To the minute. */
  last_seen_at: z.string(),
  current: z.boolean(),
})
export type Session = z.output<typeof session>

export const listSessions = endpoint({
  audience: 'member',
  path: '/api/user/sessions/',
  summary: "The member's own sessions, the current one first",
  response: z.array(session),
})

export const endSession = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/sessions/{id}/',
  summary: 'End one session of the member, with the push notifications of its device',
  response: confirmation,
})

export const endOtherSessions = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/sessions/',
  summary: 'End all sessions of the member except the current one',
  response: confirmation,
})

export const SESSIONS_LINK_TEXT = '링크가 올바르지 않거나 유효 시간이 지났습니다.'

/** POST, so that a mail program that opens links changes nothing. */
export const endSessionsByLink = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/public/sessions/end/',
  summary:
    'End all sessions of the member to whom the link was mailed, with the push notifications and the calendar link; from then on each device has to enter a mailed code once',
  body: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: confirmation,
  secret: true,
  errors: ['invalid_code', 'too_many_requests'],
})
