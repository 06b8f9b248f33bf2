import * as z from 'zod/mini'
import { PASSED_OVER } from '../../domain/waitlist.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, id, idText, longText, MAX_LENGTH, tierFlags } from '../field.ts'
import { waitlistEntry, wantedMeeting, wantedTime, wantedTour } from '../waitlist.ts'

const text = z.string()

const inLine = {
  /** From 1. */
  place: z.int(),
  user: z.object({
    id,
    name: text,
    company_name: text,
    phone: text,
    ...tierFlags,
  }),
  /** Reason to skip it despite free slots; null if none. */
  passed_over: z.nullable(z.enum(PASSED_OVER)),
  created_at: text,
}

const line = z.object({
  count: z.int(),
  /** In serving order. */
  entries: z.array(
    z.union([
      z.object({ ...wantedTime, ...wantedTour, ...inLine }),
      z.object({ ...wantedTime, ...wantedMeeting, ...inLine }),
    ]),
  ),
})
export type Line = z.output<typeof line>
export type LineEntry = Line['entries'][number]

export const getLineOfSlot = endpoint({
  role: 'desk',
  path: '/api/admin/waitlist/slots/{id}/',
  summary: 'Who waits for a slot, in the order in which they would be served',
  response: line,
})

export const getLineOfReservation = endpoint({
  role: 'desk',
  path: '/api/admin/waitlist/reservations/{id}/',
  summary:
    'Who waits for any of the slots that a reservation holds, in the order in which they would be served',
  response: line,
})

export const listWaitlistOf = endpoint({
  role: 'manager',
  path: '/api/admin/waitlist/',
  summary:
    "A member's entries in waiting lists: those that wait, then those that have ended, the latest first",
  query: z.object({ user: idText }),
  response: z.object({ entries: z.array(waitlistEntry) }),
})

export const countWaiting = endpoint({
  role: 'desk',
  path: '/api/admin/waitlist/counts/',
  summary:
    'Number of waiting entries on one date or on all: in total, by slot, and by the reservation that holds the slot',
  query: z.object({ date: z.optional(date) }),
  response: z.object({
    count: z.int(),
    slots: z.array(z.object({ slot_id: id, count: z.int() })),
    reservations: z.array(z.object({ reservation_id: id, count: z.int() })),
  }),
})

export const removeFromWaitlist = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/waitlist/{id}/',
  summary:
    'Remove a member from a waiting list; their own list and a mail say so, with the reason if given. Refused with `waitlist_over` if the entry was served or has ended',
  body: z.optional(z.object({ reason: z.optional(z.nullable(longText(MAX_LENGTH.reason))) })),
  audit: { target: 'waitlist' },
  response: confirmation,
  errors: ['waitlist_over'],
})
