import * as z from 'zod/mini'
import { ROOM_STATES } from '../domain/room-state.ts'
import { endpoint } from './endpoint.ts'
import { date, id, idText, minutes, time } from './field.ts'

const displayRoom = z.object({
  id,
  name: z.string(),
  size: z.int(),
  floor: z.int(),
  has_available_slots: z.boolean(),
  /** The state at this moment; `closed` is a room without a slot now, or with locked ones only. */
  state: z.enum(ROOM_STATES),
  /**
   * Until when: the end of the meeting that takes place, the start of one that is about to begin, until when a free room
   * is free, when a closed one opens again; null where that is not today.
   */
  until: z.nullable(z.string()),
  /** With `soon`: whether a meeting is about to end rather than to begin. */
  is_ending: z.boolean(),
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
  /** Until when a room without a slot that can be used now is closed, at most its day's end; null while it is not. */
  closed_until: z.nullable(z.string()),
  time_slots: z.array(z.object({ time, end_time: time, duration: minutes, is_locked: z.boolean() })),
  reservations: z.array(
    z.object({
      time_range: z.string(),
      start_time: time,
      end_time: time,
      status: z.literal('APPROVED'),
      /** Equal for the reservations of one party within one answer, whatever the settings hide. */
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
