import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, id, textOrNull } from '../field.ts'
import { namedPlace, placeChoice } from './selection.ts'

/** Without docent and room: of the whole event. */
const feed = z.object({
  id,
  docent: namedPlace,
  room: namedPlace,
  created_at: z.string(),
  created_by: z.string(),
  last_used_at: textOrNull,
})
export type CalendarFeed = z.output<typeof feed>

/** In place of a docent's or room's name. */
export const ALL_TEXT = '전체 일정'

export const listCalendarFeeds = endpoint({
  role: 'manager',
  path: '/api/admin/calendar-feeds/',
  summary: 'The calendar links of docents, rooms and the event, newest first, without their tokens',
  response: z.array(feed),
})

export const makeCalendarFeed = endpoint({
  role: 'manager',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/calendar-feeds/',
  summary:
    'Make a calendar link of one docent or room, or with `all` of the event, with waiting requests as tentative; valid until revoked, shown only once',
  body: z.discriminatedUnion('type', [z.object(placeChoice), z.object({ type: z.literal('all') })]),
  audit: { keeps: ['type', 'resource_id'] },
  response: z.extend(confirmation, { feed, url: z.string() }),
  status: 201,
  secret: true,
})

export const revokeCalendarFeed = endpoint({
  role: 'manager',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/calendar-feeds/{id}/',
  summary: 'Revoke such an address at once',
  audit: { target: 'calendar-feed' },
  response: z.extend(confirmation, { feed }),
})
