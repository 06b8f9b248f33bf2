// The waiting list: a finished booking form that is kept for a time that somebody else has.
import * as z from 'zod/mini'
import { PASSED_OVER, WAITLIST_STATES } from '../domain/waitlist.ts'
import { meetingRequest, tourRequest } from './booking.ts'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { date, id, idText, time } from './field.ts'

const text = z.string()

/** What an entry waits for, with the texts of its docent or room; ids are null where the thing was deleted. */
export const wantedTime = {
  id,
  event_date: z.object({ id: z.nullable(id), date }),
  /** `time` is the start of the first slot, `end_time` the end of the last one. */
  time,
  end_time: time,
  /** The wanted slots that are still there, in the order of their times. */
  slot_ids: z.array(id),
  note: z.nullable(text),
}

export const wantedTour = {
  type: z.literal('VIP_TOUR'),
  docent: z.object({ id: z.nullable(id), name: text, language: text, start_point: text }),
  visitor: z.object({ company: text, name: text, phone: text, count: z.int() }),
}

export const wantedMeeting = {
  type: z.literal('GROUP_MEETING'),
  room: z.object({ id: z.nullable(id), name: text, floor: z.int(), size: z.int() }),
  visitor: z.object({
    title: text,
    company: text,
    name: text,
    manager_name: text,
    phone: text,
    count: z.int(),
  }),
}

const fate = {
  state: z.enum(WAITLIST_STATES),
  /** While it waits: 1 for the first in line. Counted are those that would be served before, for any of its slots. */
  place: z.nullable(z.int()),
  /** While it waits: why it would be passed over if its time became free now; null where it would not. */
  passed_over: z.nullable(z.enum(PASSED_OVER)),
  /** The request that it became, where its state is `served`. */
  reservation_id: z.nullable(id),
  /** Why it was taken off the list or ended, where somebody gave a reason. */
  reason: z.nullable(text),
  created_at: text,
  /** When it was served or ended; the start of its time where the clock ended it; null while it waits. */
  ended_at: z.nullable(text),
}

const tourEntry = z.object({ ...wantedTime, ...wantedTour, ...fate })
const meetingEntry = z.object({ ...wantedTime, ...wantedMeeting, ...fate })
const waitlistEntry = z.union([tourEntry, meetingEntry])
export type WaitlistEntry = z.output<typeof waitlistEntry>

/** Why one is not put in line. */
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

/** True when one was not put in line because the time can be booked right now. */
export const isFreeNow = (code: ErrorCode): boolean => code === 'slot_free'

export const waitForTour = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/waitlist/tour/',
  summary:
    'Wait for a tour that is taken: the form of a booking is kept, and becomes a request by itself once the time is free and all before it were served. Refused as a booking is, and with `slot_free` where the time can be booked right now; `slot_taken` where it is not there any more',
  body: tourRequest,
  response: z.object({ message: text, entry: tourEntry }),
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
  response: z.object({ message: text, entry: meetingEntry }),
  status: 201,
  errors: ['not_consecutive', ...NOT_IN_LINE],
})

export const listMyWaitlist = endpoint({
  audience: 'member',
  method: 'GET',
  path: '/api/user/waitlist/',
  summary:
    "The member's own entries in waiting lists: those that wait, in the order of their times, then those that have ended, the latest first. `max_entries` is how many may wait at once; 0 where nobody is put in line",
  response: z.object({ max_entries: z.int(), entries: z.array(waitlistEntry) }),
})

export const leaveWaitlist = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/waitlist/{id}/',
  summary:
    'Leave a waiting list; once more does nothing. Refused with `waitlist_over` where the entry was served or has ended otherwise',
  params: z.object({ id: idText }),
  response: z.object({ message: text, entry: waitlistEntry }),
  errors: ['not_found', 'waitlist_over'],
})

/** A state of an entry as people read it. */
export const WAITLIST_STATE_TEXT: Readonly<Record<WaitlistEntry['state'], string>> = {
  waiting: '대기 중',
  served: '예약 신청됨',
  left: '대기 취소',
  removed: '관리자가 대기를 종료함',
  time_deleted: '시간이 삭제됨',
  booked: '직접 예약함',
  expired: '자리가 나지 않음',
}

/** Why an entry would be passed over, as people read it. */
export const PASSED_OVER_TEXT: Readonly<Record<NonNullable<WaitlistEntry['passed_over']>, string>> = {
  tier_required: '회원 등급이 낮아 자리가 나도 신청되지 않습니다.',
  party_size: '정원을 초과하여 자리가 나도 신청되지 않습니다.',
  too_many_reservations: '진행 중인 예약이 한도에 이르러 자리가 나도 신청되지 않습니다.',
}

/** One's place in the line: `대기 2번째`. */
export const placeText = (place: number): string => `대기 ${place}번째`
