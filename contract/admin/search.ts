import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, line } from '../field.ts'
import { member } from '../member.ts'
import { pageOf, withoutTurns } from '../page.ts'
import { meetingReservation, tourReservation } from '../reservation.ts'

/** Characters. */
export const SHORTEST_SEARCH = 2
export const SHORT_TEXT = '두 글자 이상 입력해주세요.'

export const searchEverything = endpoint({
  role: 'desk',
  path: '/api/admin/search/',
  summary:
    'At most five members, reservations and places each, by the words of their lists, reservations also by number or ticket code; `count` is the total. Future reservations come first, the nearest at the top. `members` is null for a role that may not list them',
  query: z.object({
    q: z.pipe(withoutTurns, line(SHORT_TEXT).check(z.minLength(SHORTEST_SEARCH, SHORT_TEXT))),
  }),
  response: z.object({
    members: z.nullable(pageOf(member)),
    reservations: pageOf(z.union([tourReservation, meetingReservation])),
    places: pageOf(z.object({ kind: z.enum(['tour', 'room']), id, name: z.string(), where: z.string() })),
  }),
})
