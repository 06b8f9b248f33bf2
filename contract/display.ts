import * as z from 'zod/mini'
import { BOARD_STATES, ROOM_STATES } from '../domain/room-state.ts'
import { endpoint } from './endpoint.ts'
import { date, id, minutes, time, textOrNull } from './field.ts'

const moment = z.object({
  /** `closed`: no unlocked slot is left today. */
  state: z.enum(ROOM_STATES),
  /** `closed`: all slots of today are locked. */
  board: z.enum(BOARD_STATES),
  /** An unlocked slot covers now. */
  is_open: z.boolean(),
  /** The meeting's end or imminent start, else the end of the free time or the next bookable start. */
  until: textOrNull,
})
const displayRoom = z.extend(moment, {
  id,
  name: z.string(),
  size: z.int(),
  floor: z.int(),
  has_available_slots: z.boolean(),
  /** The next changes by time alone, so that all walls change in the same second. */
  coming: z.array(z.extend(moment, { at: z.string() })),
})
export type DisplayRoom = z.output<typeof displayRoom>

export const listDisplayRooms = endpoint({
  audience: 'public',
  path: '/api/display/rooms/',
  summary:
    'The meeting rooms: their state at this moment and until when, and whether any slot can still be booked today',
  shared: true,
  response: z.array(displayRoom),
})

const roomBoard = z.object({
  room_info: z.object({ id, name: z.string(), floor: z.int(), size: z.int() }),
  date,
  /** Null unless closed. */
  closed_until: textOrNull,
  time_slots: z.array(
    z.object({
      time,
      end_time: time,
      duration: minutes,
      is_locked: z.boolean(),
      /** By a reservation, or because it cannot be booked now. */
      is_held: z.boolean(),
    }),
  ),
  reservations: z.array(
    z.object({
      time_range: z.string(),
      start_time: time,
      end_time: time,
      status: z.literal('APPROVED'),
      /** Equal within a visitor group, even with hidden names. */
      party: z.int(),
      visitor: z.object({ title: z.string(), name: z.string() }),
    }),
  ),
})
export type RoomBoard = z.output<typeof roomBoard>

export const getRoomBoard = endpoint({
  audience: 'public',
  path: '/api/display/rooms/{id}/',
  summary: "One room's slots and approved meetings of today; names and titles as the settings allow",
  response: roomBoard,
  errors: ['room_not_found', 'no_schedule_data'],
})
