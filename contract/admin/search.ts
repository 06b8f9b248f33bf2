import * as z from 'zod/mini'
import { searchKey } from '../../domain/search-key.ts'
import { endpoint } from '../endpoint.ts'
import { id, line } from '../field.ts'
import { member } from '../member.ts'
import { pageOf, withoutTurns } from '../page.ts'
import { meetingReservation, tourReservation } from '../reservation.ts'

const SHORT_TEXT = '두 글자 이상 입력해주세요.'

/** Spaces and hyphens do not count: the search ignores them. */
export const isLongEnough = (q: string): boolean => searchKey(q).length >= 2

export const searchWords = line(SHORT_TEXT).check(z.refine(isLongEnough, SHORT_TEXT))

export const searchEverything = endpoint({
  role: 'desk',
  path: '/api/admin/search/',
  summary:
    'At most five members, reservations and places each, by the words of their lists, and a reservation also by its number or the code of its ticket; `count` says how many there are. Reservations ahead come first, the nearest at the top. `members` is null for a role that may not list them',
  query: z.object({ q: z.pipe(withoutTurns, searchWords) }),
  response: z.object({
    members: z.nullable(pageOf(member)),
    reservations: pageOf(z.union([tourReservation, meetingReservation])),
    places: pageOf(z.object({ kind: z.enum(['tour', 'room']), id, name: z.string(), where: z.string() })),
  }),
})
