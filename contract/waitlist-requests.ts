// Separate: the list's screens need no form schemas.
import * as z from 'zod/mini'
import { meetingRequest, tourRequest } from './booking.ts'
import { endpoint } from './endpoint.ts'
import { confirmation } from './field.ts'
import type { ErrorCode } from './errors.ts'
import { waitlistEntry } from './waitlist.ts'

const NOT_IN_LINE = [
  'waitlist_off',
  'slot_free',
  'already_waiting',
  'already_reserved',
  'too_many_entries',
  'too_many_reservations',
  'too_much_time',
  'tier_required',
  'past_time',
  'not_open',
  'booking_closed',
  'slot_taken',
  'request_over',
  'too_many_requests',
] as const satisfies readonly ErrorCode[]

export const waitForTour = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/waitlist/tour/',
  summary:
    'Join the waiting list of a taken tour with a complete booking form. It becomes a request once the time is free and all earlier entries were served. Refused like a booking, with `slot_free` if the tour can be booked now, and with `slot_taken` if it no longer exists',
  body: tourRequest,
  response: z.extend(confirmation, { entry: waitlistEntry }),
  status: 201,
  errors: NOT_IN_LINE,
})

export const waitForMeeting = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/waitlist/meeting/',
  summary:
    'Join the waiting list of consecutive slots of a meeting room, at least one of which is taken. Served once all are free; otherwise as for a tour',
  body: meetingRequest,
  response: z.extend(confirmation, { entry: waitlistEntry }),
  status: 201,
  errors: ['not_consecutive', ...NOT_IN_LINE],
})
