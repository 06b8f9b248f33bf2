// Separate: the list's screens need no form schemas.
import * as z from 'zod/mini'
import { meetingRequest, tourRequest } from './booking.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { waitlistEntry } from './waitlist.ts'

/** Refusals. */
const NOT_IN_LINE = [
  'waitlist_off',
  'slot_free',
  'already_waiting',
  'already_reserved',
  'too_many_entries',
  'too_many_reservations',
  'tier_required',
  'past_time',
  'slot_taken',
  'request_over',
  'too_many_requests',
] as const satisfies readonly ErrorCode[]

/** Whether the slot can be booked instead. */
export const isFreeNow = (code: ErrorCode): boolean => code === 'slot_free'

export const waitForTour = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/waitlist/tour/',
  summary:
    'Wait for a tour that is taken: the form of a booking is kept, and becomes a request by itself once the time is free and all before it were served. Refused as a booking is, and with `slot_free` where the time can be booked right now; `slot_taken` where it is not there any more',
  body: tourRequest,
  response: z.object({ message: z.string(), entry: waitlistEntry }),
  status: 201,
  errors: NOT_IN_LINE,
})

export const waitForMeeting = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/waitlist/meeting/',
  summary:
    'Wait for consecutive slots of a meeting room of which one at least is taken; served when all of them are free. Else as for a tour',
  body: meetingRequest,
  response: z.object({ message: z.string(), entry: waitlistEntry }),
  status: 201,
  errors: ['not_consecutive', ...NOT_IN_LINE],
})
