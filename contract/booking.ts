import * as z from 'zod/mini'
import { MEETING_SLOT_MINUTES } from '../domain/slot.ts'
import { TOUR_MAX_VISITORS } from '../domain/booking.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { confirmation, id, line, MAX_LENGTH, longText, minutes, visitorPhone } from './field.ts'
import { meetingReservation, tourReservation } from './reservation.ts'
import { visitorSchema } from './visitor-schema.ts'

export const CHOOSE_TIME_TEXT = '예약하실 시간을 선택해주세요.'

export const visitorCountText = (max: number) => `방문 인원은 1명 이상 ${max}명 이하여야 합니다.`

const partyOf = (max: number) => {
  const text = visitorCountText(max)
  return z.int(text).check(z.minimum(1, text), z.maximum(max, text))
}

const note = z.optional(z.nullable(longText(MAX_LENGTH.note)))
const typed = { text: line, phone: visitorPhone }

const tourVisitor = visitorSchema('VIP_TOUR', { ...typed, count: partyOf(TOUR_MAX_VISITORS) })

// The booking rules check the room's capacity.
const anyCount = z.number('방문 인원은 1명 이상이어야 합니다.')
const meetingVisitor = visitorSchema('GROUP_MEETING', { ...typed, count: anyCount })

/** `HH:MM` as the screen shows it: refused as taken if the slot has moved since. */
const shown = z.optional(z.string())

export const tourRequest = z.object({
  available_tour_id: id,
  time: shown,
  event_date_id: id,
  visitor: tourVisitor,
  note,
})

export const meetingRequest = z.object({
  visitor: meetingVisitor,
  room_id: id,
  event_date_id: id,
  note,
  time_slots: z
    .array(z.object({ available_room_id: id, time: shown, duration: z.optional(minutes) }), CHOOSE_TIME_TEXT)
    .check(
      z.minLength(1, CHOOSE_TIME_TEXT),
      z.maxLength(144, CHOOSE_TIME_TEXT),
      z.refine(
        (slots) => new Set(slots.map((slot) => slot.available_room_id)).size === slots.length,
        '같은 시간을 두 번 선택할 수 없습니다.',
      ),
    ),
})

const meetingVisitorFor = (size: number) => z.extend(meetingVisitor, { count: partyOf(size) })

/** Forms that know the room check its capacity. */
export const meetingRequestFor = (size: number) =>
  z.extend(meetingRequest, { visitor: meetingVisitorFor(size) })

/** Typed fields only; the rest is chosen. */
export const tourForm = z.object({ visitor: tourVisitor, note })

/** Typed fields for a room of `size`. */
export const meetingFormFor = (size: number) => z.object({ visitor: meetingVisitorFor(size), note })

export const REQUESTED_TEXT = {
  tour: '투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
  room: '미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.',
} as const

export const APPROVED_TEXT = {
  tour: '투어 예약이 승인되었습니다. 안내 메일을 확인해주세요.',
  room: '미팅 예약이 승인되었습니다. 안내 메일을 확인해주세요.',
} as const

/** The member's own approved reservation, for which another time is wanted. */
const change = { replaces: z.optional(id) }

/** Refusals of a booking. */
const NOT_BOOKED = [
  'tier_required',
  'past_time',
  'not_open',
  'booking_closed',
  'slot_taken',
  'too_many_reservations',
  'too_much_time',
  'change_pending',
  'invalid_transition',
  'not_found',
  'request_over',
  'too_many_requests',
] as const

export const reserveTour = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/reserve-tour/',
  summary: 'Ask for a tour; it waits for an administrator, unless the settings approve it at once',
  body: z.extend(tourRequest, change),
  response: z.extend(confirmation, { reservation: tourReservation }),
  status: 201,
  errors: NOT_BOOKED,
})

export const reserveMeeting = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/reserve-meeting/',
  summary:
    'Ask for a meeting room for consecutive slots; it waits for an administrator, unless the settings approve it at once',
  body: z.extend(meetingRequest, change),
  response: z.extend(confirmation, { reservation: meetingReservation }),
  status: 201,
  errors: ['not_consecutive', ...NOT_BOOKED],
})

type PlaceAndTime = {
  kind: 'tour' | 'room'
  place: { id: number }
  event_date_id: number | undefined
  slots: readonly { id: number; time?: string }[]
}

/** The chosen part of a booking body. */
export const placeAndTime = ({ kind, place, event_date_id, slots }: PlaceAndTime) =>
  kind === 'tour'
    ? { event_date_id, available_tour_id: slots[0]?.id, time: slots[0]?.time }
    : {
        event_date_id,
        room_id: place.id,
        time_slots: slots.map(({ id, time }) => ({
          available_room_id: id,
          time,
          duration: MEETING_SLOT_MINUTES,
        })),
      }

/** Another time must be chosen. */
export const isTimeGone = (code: ErrorCode): boolean => code === 'slot_taken' || code === 'past_time'
