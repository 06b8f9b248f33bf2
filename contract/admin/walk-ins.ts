// Bookings that an administrator makes for a member, approved at once.
import * as z from 'zod/mini'
import { meetingRequest, meetingRequestFor, tourRequest } from '../booking.ts'
import { endpoint } from '../endpoint.ts'
import { meetingReservation, tourReservation } from '../reservation.ts'

const MEMBER_TEXT = '회원을 선택해주세요.'
const TIME_TEXT = '예약하실 시간을 선택해주세요.'

const chosen = (text: string) => z.int(text).check(z.positive(text), z.maximum(2_147_483_647, text))

/** For whom it is, and that the member's tier does not matter this once. */
const onBehalf = { user_id: chosen(MEMBER_TEXT), overrule_tier: z.optional(z.boolean()) }

/** A meeting in a room of this size, as a form checks it that knows the room. */
export const walkInMeetingFor = (size: number) => z.extend(meetingRequestFor(size), onBehalf)

export const bookTourFor = endpoint({
  audience: 'admin',
  method: 'POST',
  path: '/api/admin/reserve-tour/',
  summary:
    'Book a tour for a member, approved at once. `overrule_tier` lets a member in whose tier is too low; a locked slot has to be unlocked first',
  body: z.extend(tourRequest, { ...onBehalf, available_tour_id: chosen(TIME_TEXT) }),
  audit: { target: 'reservation', keeps: ['available_tour_id', 'event_date_id', 'user_id', 'overrule_tier'] },
  response: z.object({ message: z.string(), reservation: tourReservation }),
  status: 201,
  errors: ['tier_required', 'past_time', 'slot_taken', 'request_over'],
})

export const bookMeetingFor = endpoint({
  audience: 'admin',
  method: 'POST',
  path: '/api/admin/reserve-meeting/',
  summary:
    'Book a meeting room for a member, approved at once. `overrule_tier` lets a member in whose tier is too low; locked slots have to be unlocked first',
  body: z.extend(meetingRequest, onBehalf),
  audit: { target: 'reservation', keeps: ['room_id', 'event_date_id', 'user_id', 'overrule_tier'] },
  response: z.object({ message: z.string(), reservation: meetingReservation }),
  status: 201,
  errors: ['not_consecutive', 'tier_required', 'past_time', 'slot_taken', 'request_over'],
})
