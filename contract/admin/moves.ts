import * as z from 'zod/mini'
import { meetingRequest, tourRequest } from '../booking.ts'
import { endpoint } from '../endpoint.ts'
import { id, longText, MAX_LENGTH } from '../field.ts'
import { changedReservation } from '../reservation-action.ts'
import { meetingType } from './reservation-edits.ts'

const text = z.string()
const linkedId = z.nullable(z.int())
const day = z.object({ date: text })
const place = z.object({ id: linkedId, name: text })

const how = {
  overrule_tier: z.optional(z.boolean()),
  /** Mailed to the member and stored in the history. */
  message: z.optional(z.nullable(longText(MAX_LENGTH.reason))),
}

const tourMove = z.object({
  type: z.literal('VIP_TOUR'),
  available_tour_id: id,
  time: tourRequest.shape.time,
  event_date_id: id,
  expected: z.optional(
    z.object({ available_tour: z.object({ time: text, event_date: day, docent: place }) }),
  ),
  ...how,
})

const meetingMove = z.object({
  type: meetingType,
  room_id: id,
  event_date_id: id,
  time_slots: meetingRequest.shape.time_slots,
  expected: z.optional(z.object({ event_date: day, time_range: text, room: place })),
  ...how,
})

export const moveReservation = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/{id}/move/',
  scope: 'reservations:write',
  summary:
    'Move a reservation that is not over to another slot of a docent, or to other slots of a room without a gap; its status stays, and its member is mailed. `expected` is the place that the caller knows; `409 changed_meanwhile` if another administrator has moved it. `overrule_tier` as for walk-ins',
  body: z.discriminatedUnion('type', [tourMove, meetingMove]),
  audit: {
    target: 'reservation',
    keeps: ['type', 'available_tour_id', 'room_id', 'event_date_id', 'overrule_tier'],
  },
  response: changedReservation,
  errors: [
    'not_consecutive',
    'tier_required',
    'slot_taken',
    'past_time',
    'invalid_transition',
    'changed_meanwhile',
  ],
})
