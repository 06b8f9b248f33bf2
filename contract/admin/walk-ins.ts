import * as z from 'zod/mini'
import { searchWords } from '../../domain/search-key.ts'
import { CHOOSE_TIME_TEXT, meetingRequest, meetingRequestFor, tourRequest } from '../booking.ts'
import { endpoint } from '../endpoint.ts'
import { id, line } from '../field.ts'
import { SHORT_TEXT } from './search.ts'
import { chosenId } from './selection.ts'
import { profile } from '../profile.ts'
import { VISITOR_FIELDS } from '../visitor.ts'
import { meetingReservation, tourReservation } from '../reservation.ts'

const MEMBER_TEXT = '회원을 선택해주세요.'
// Not shared with the fields, which visitors load.
const CONTACT_TEXT = '올바른 연락처를 입력해주세요.'

/** An existing or new member, or null for a visitor without an account; the tier may be ignored. */
const onBehalf = {
  user_id: z.optional(z.nullable(chosenId(MEMBER_TEXT))),
  new_member: z.optional(z.object(profile)),
  overrule_tier: z.optional(z.boolean()),
}

type Body = { user_id?: unknown; new_member?: unknown; visitor?: Partial<Record<string, unknown>> | null }
type Whose = Body | null | undefined

// Checked despite other errors, to report all at once.
const isForOne = z.refine<Whose>(
  (body) => (body?.user_id === undefined) !== (body?.new_member === undefined),
  { path: ['user_id'], error: MEMBER_TEXT, when: () => true },
)

const { visitor: tourVisitor } = tourRequest.shape
const phone = z.optional(z.nullable(tourVisitor.shape.phone))

/** Only name and company of a visitor without an account. */
const needs = (name: string) =>
  z.refine<Whose>((body) => body?.user_id === null || body?.visitor?.[name] != null, {
    path: ['visitor', name],
    error: VISITOR_FIELDS.find(({ field }) => field === name)?.missing ?? CONTACT_TEXT,
    when: () => true,
  })

function meetingFor(request: typeof meetingRequest) {
  const { visitor } = request.shape
  const { title, manager_name, count } = visitor.shape
  return z
    .extend(request, {
      ...onBehalf,
      visitor: z.extend(visitor, {
        phone,
        title: z.optional(title),
        manager_name: z.optional(manager_name),
        count: z.optional(count),
      }),
    })
    .check(isForOne, needs('title'), needs('manager_name'), needs('phone'))
}

export const walkInMeetingFor = (size: number) => meetingFor(meetingRequestFor(size))

/** `registered`: the booking created the member. */
const booked = { message: z.string(), user_id: z.nullable(id), registered: z.boolean() }

const NOT_BOOKED = [
  'tier_required',
  'past_time',
  'slot_taken',
  'request_over',
  'email_exists',
  'phone_exists',
] as const

/** Only what the search looks for counts. */
export const isLongEnough = (q: string): boolean => searchWords(q).join('').length > 1

export const searchWalkIns = endpoint({
  role: 'desk',
  path: '/api/admin/walk-in-search/',
  scope: 'members:read',
  summary:
    'At most five members to book for, by name, company, e-mail or phone; without their contact details',
  query: z.object({ q: line(SHORT_TEXT).check(z.refine(isLongEnough, SHORT_TEXT)) }),
  response: z.array(z.object({ id, name: z.string(), company_name: z.string() })),
})

const FOR_WHOM =
  'for a member (`user_id`), a new one (`new_member`), or a visitor without an account (`user_id: null`, who needs no phone). Approved at once. `overrule_tier` lets a visitor in whose tier is too low; locked slots have to be unlocked first'

export const bookTourFor = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/reserve-tour/',
  scope: 'reservations:write',
  summary: `Book a tour ${FOR_WHOM}`,
  body: z
    .extend(tourRequest, {
      ...onBehalf,
      available_tour_id: chosenId(CHOOSE_TIME_TEXT),
      visitor: z.extend(tourVisitor, { phone, count: z.optional(tourVisitor.shape.count) }),
    })
    .check(isForOne, needs('phone')),
  audit: {
    target: 'reservation',
    keeps: ['available_tour_id', 'event_date_id', 'user_id', 'registered', 'overrule_tier'],
  },
  response: z.object({ ...booked, reservation: tourReservation }),
  status: 201,
  errors: NOT_BOOKED,
})

export const bookMeetingFor = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/reserve-meeting/',
  scope: 'reservations:write',
  summary: `Book a meeting room ${FOR_WHOM}`,
  body: meetingFor(meetingRequest),
  audit: {
    target: 'reservation',
    keeps: ['room_id', 'event_date_id', 'user_id', 'registered', 'overrule_tier'],
  },
  response: z.object({ ...booked, reservation: meetingReservation }),
  status: 201,
  errors: ['not_consecutive', ...NOT_BOOKED],
})
