import * as z from 'zod/mini'
import { CALENDAR } from './calendar.ts'
import { endpoint } from './endpoint.ts'
import { confirmation, textOrNull } from './field.ts'

export const readCalendarFeed = endpoint({
  audience: 'public',
  path: '/api/public/calendar/{token}/',
  summary:
    'The calendar of a secret link, its token with or without `.ics`: reservations of a docent, of a room, of the event, or of a member',
  params: z.object({ token: z.string() }),
  response: z.file().check(z.mime([CALENDAR])),
  errors: ['not_found', 'link_expired', 'too_many_requests'],
})

const ownFeed = z.object({ created_at: z.string(), last_used_at: textOrNull })
export type OwnFeed = z.output<typeof ownFeed>

export const getOwnFeed = endpoint({
  audience: 'member',
  path: '/api/user/calendar-feed/',
  summary: "The member's own calendar link, without its token; null where there is none",
  response: z.object({ feed: z.nullable(ownFeed) }),
})

export const makeOwnFeed = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/calendar-feed/',
  summary:
    "Make the calendar link of the member's own reservations; shown only once, it replaces the former one",
  response: z.extend(confirmation, { feed: ownFeed, url: z.string() }),
  status: 201,
  secret: true,
})

export const revokeOwnFeed = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/calendar-feed/',
  summary: "End the member's own calendar link at once",
  response: confirmation,
})
