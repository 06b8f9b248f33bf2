import * as z from 'zod/mini'
import { docent, room } from './place.ts'
import { endpoint } from './endpoint.ts'
import { eventDate } from './event-date.ts'
import { date, id, idText, minutes, time } from './field.ts'

const times = {
  time,
  end_time: time,
  duration: minutes,
  is_locked: z.boolean(),
  available: z.boolean(),
  /** Not locked by an administrator, but outside the booking window. */
  is_closed: z.optional(z.boolean()),
}

export const tourSlot = z.object({ id, docent, event_date: eventDate, ...times })
export type TourSlot = z.output<typeof tourSlot>

export const roomSlot = z.object({ id, room, event_date: eventDate, ...times })
export type RoomSlot = z.output<typeof roomSlot>

export const listAvailableTours = endpoint({
  audience: 'member',
  path: '/api/user/available-tours/',
  summary:
    "One docent's slots of one date. A free slot outside the booking window is shown as locked; with `is_closed` nobody can join the waiting list of a taken one",
  query: z.object({ date, docent_id: idText }),
  shared: true,
  response: z.array(tourSlot),
})

export const listAvailableRooms = endpoint({
  audience: 'member',
  path: '/api/user/available-rooms/',
  summary:
    "One room's slots of one date, and those of them that can be booked now. A free slot outside the booking window is shown as locked; with `is_closed` nobody can join the waiting list of a taken one",
  query: z.object({ date, room_id: idText }),
  shared: true,
  response: z.object({ all_slots: z.array(roomSlot), available_slots: z.array(roomSlot) }),
})
