// The waiting list: a finished booking form that is kept for a time that somebody else has.
import * as z from 'zod/mini'
import { PASSED_OVER, WAITLIST_STATES } from '../domain/waitlist.ts'
import { endpoint } from './endpoint.ts'
import { date, id, idText, time } from './field.ts'

const text = z.string()

/** The time that an entry waits for, with the texts of its docent or room; ids are null where the thing was deleted. */
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
export const waitlistEntry = z.union([tourEntry, meetingEntry])
export type WaitlistEntry = z.output<typeof waitlistEntry>

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
