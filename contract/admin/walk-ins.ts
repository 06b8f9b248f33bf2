import * as z from 'zod/mini'
import { meetingRequest, meetingRequestFor, tourRequest } from '../booking.ts'
import { endpoint } from '../endpoint.ts'
import { id, line } from '../field.ts'
import { profile } from '../profile.ts'
import { meetingReservation, tourReservation } from '../reservation.ts'

const MEMBER_TEXT = '회원을 선택해주세요.'
const TIME_TEXT = '예약하실 시간을 선택해주세요.'

const chosen = (text: string) => z.int(text).check(z.positive(text), z.maximum(2_147_483_647, text))

/** An existing or new member; the tier may be ignored. */
const onBehalf = {
  user_id: z.optional(chosen(MEMBER_TEXT)),
  new_member: z.optional(z.object(profile)),
  overrule_tier: z.optional(z.boolean()),
}

type Whose = { user_id?: unknown; new_member?: unknown } | null | undefined

const isForOne = z.refine<Whose>(
  (body) => (body?.user_id === undefined) !== (body?.new_member === undefined),
  // Checked despite other errors, to report all at once.
  { path: ['user_id'], error: MEMBER_TEXT, when: () => true },
)

export const walkInMeetingFor = (size: number) => z.extend(meetingRequestFor(size), onBehalf).check(isForOne)

/** `registered`: the booking created the member. */
const booked = { message: z.string(), user_id: id, registered: z.boolean() }

const NOT_BOOKED = [
  'tier_required',
  'past_time',
  'slot_taken',
  'request_over',
  'email_exists',
  'phone_exists',
] as const

const SHORT_TEXT = '두 글자 이상 입력해주세요.'

export const searchWalkIns = endpoint({
  audience: 'admin',
  role: 'desk',
  method: 'GET',
  path: '/api/admin/walk-in-search/',
  summary:
    'At most five members to book for, by name, company, e-mail or phone; without their contact details',
  query: z.object({ q: line(SHORT_TEXT).check(z.minLength(2, SHORT_TEXT)) }),
  response: z.array(z.object({ id, name: z.string(), company_name: z.string() })),
})

export const bookTourFor = endpoint({
  audience: 'admin',
  role: 'desk',
  method: 'POST',
  path: '/api/admin/reserve-tour/',
  scope: 'reservations:write',
  summary:
    'Book a tour for a member (`user_id`), or for somebody who becomes one with it (`new_member`): both or neither. Approved at once. `overrule_tier` lets a member in whose tier is too low; a locked slot has to be unlocked first',
  body: z.extend(tourRequest, { ...onBehalf, available_tour_id: chosen(TIME_TEXT) }).check(isForOne),
  audit: {
    target: 'reservation',
    keeps: ['available_tour_id', 'event_date_id', 'user_id', 'registered', 'overrule_tier'],
  },
  response: z.object({ ...booked, reservation: tourReservation }),
  status: 201,
  errors: NOT_BOOKED,
})

export const bookMeetingFor = endpoint({
  audience: 'admin',
  role: 'desk',
  method: 'POST',
  path: '/api/admin/reserve-meeting/',
  scope: 'reservations:write',
  summary:
    'Book a meeting room for a member (`user_id`), or for somebody who becomes one with it (`new_member`): both or neither. Approved at once. `overrule_tier` lets a member in whose tier is too low; locked slots have to be unlocked first',
  body: z.extend(meetingRequest, onBehalf).check(isForOne),
  audit: {
    target: 'reservation',
    keeps: ['room_id', 'event_date_id', 'user_id', 'registered', 'overrule_tier'],
  },
  response: z.object({ ...booked, reservation: meetingReservation }),
  status: 201,
  errors: ['not_consecutive', ...NOT_BOOKED],
})
