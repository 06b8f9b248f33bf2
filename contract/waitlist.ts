// The waiting list: completed booking forms for taken slots.
import * as z from 'zod/mini'
import { PASSED_OVER, WAITLIST_STATES } from '../domain/waitlist.ts'
import { endpoint } from './endpoint.ts'
import { confirmation, date, id, time, textOrNull } from './field.ts'
import { meetingVisitor, tourVisitor } from './shown-visitor.ts'

const text = z.string()

/** Ids are null for deleted places. */
export const wantedTime = {
  id,
  event_date: z.object({ id: z.nullable(id), date }),
  /** From the first slot's start to the last one's end. */
  time,
  end_time: time,
  /** Existing slots in order of time. */
  slot_ids: z.array(id),
  note: textOrNull,
}

export const wantedTour = {
  type: z.literal('VIP_TOUR'),
  docent: z.object({ id: z.nullable(id), name: text, language: text, start_point: text }),
  visitor: tourVisitor,
}

export const wantedMeeting = {
  type: z.literal('GROUP_MEETING'),
  room: z.object({ id: z.nullable(id), name: text, floor: z.int(), size: z.int() }),
  visitor: meetingVisitor,
}

const fate = {
  state: z.enum(WAITLIST_STATES),
  /** While waiting: 1 for the first, counting entries that share a slot. */
  place: z.nullable(z.int()),
  /** Reason to skip it despite free slots; null if none. */
  passed_over: z.nullable(z.enum(PASSED_OVER)),
  /** Set when `served`. */
  reservation_id: z.nullable(id),
  /** An administrator's reason. */
  reason: textOrNull,
  created_at: text,
  /** End of the wait; null while waiting. */
  ended_at: textOrNull,
}

const tourEntry = z.object({ ...wantedTime, ...wantedTour, ...fate })
const meetingEntry = z.object({ ...wantedTime, ...wantedMeeting, ...fate })
export const waitlistEntry = z.union([tourEntry, meetingEntry])
export type WaitlistEntry = z.output<typeof waitlistEntry>

export const listMyWaitlist = endpoint({
  audience: 'member',
  path: '/api/user/waitlist/',
  summary:
    "The member's own waiting-list entries: those that wait, by time, then those that have ended, the latest first. `max_entries` is how many may wait at once; 0 if the list is off",
  response: z.object({ max_entries: z.int(), entries: z.array(waitlistEntry) }),
})

export const leaveWaitlist = endpoint({
  audience: 'member',
  method: 'DELETE',
  path: '/api/user/waitlist/{id}/',
  summary:
    'Leave a waiting list; repeating it does nothing. Refused with `waitlist_over` if the entry was served or has ended',
  response: z.extend(confirmation, { entry: waitlistEntry }),
  errors: ['waitlist_over'],
})
