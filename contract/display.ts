import * as z from 'zod/mini'
import { BOARD_STATES, ROOM_STATES } from '../domain/room-state.ts'
import { endpoint } from './endpoint.ts'
import { date, id, idText, minutes, time } from './field.ts'

const displayRoom = z.object({
  id,
  name: z.string(),
  size: z.int(),
  floor: z.int(),
  has_available_slots: z.boolean(),
  /** The state now; `closed`: no time of today is left, or all of them are locked. */
  state: z.enum(ROOM_STATES),
  /** The large word and the colour of the room's board now; `closed` only if every time of today is locked. */
  board: z.enum(BOARD_STATES),
  /** An unlocked slot covers now. */
  is_open: z.boolean(),
  /**
   * The end of the running meeting, or the start of the one about to begin. Else, for an open room, until when it is free;
   * for any other, the next start that can be booked. Null if there is none today.
   */
  until: z.nullable(z.string()),
})
export type DisplayRoom = z.output<typeof displayRoom>

export const listDisplayRooms = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/display/rooms/',
  summary:
    'The meeting rooms: their state at this moment and until when, and whether any slot can still be booked today',
  response: z.array(displayRoom),
})

const roomBoard = z.object({
  room_info: z.object({ id, name: z.string(), floor: z.int(), size: z.int() }),
  date,
  /** Until when a room is closed that has no time left today or only locked ones; null if it is not. */
  closed_until: z.nullable(z.string()),
  time_slots: z.array(
    z.object({
      time,
      end_time: time,
      duration: minutes,
      is_locked: z.boolean(),
      /** A reservation holds the slot. */
      is_held: z.boolean(),
    }),
  ),
  reservations: z.array(
    z.object({
      time_range: z.string(),
      start_time: time,
      end_time: time,
      status: z.literal('APPROVED'),
      /** Equal for the reservations of one visitor group within one answer, whatever the settings hide. */
      party: z.int(),
      visitor: z.object({ title: z.string(), name: z.string() }),
    }),
  ),
})
export type RoomBoard = z.output<typeof roomBoard>

export const getRoomBoard = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/display/rooms/{id}/',
  summary: "One room's slots and approved meetings of today; names and titles as the settings allow",
  params: z.object({ id: idText }),
  response: roomBoard,
  errors: ['room_not_found', 'no_schedule_data'],
})
