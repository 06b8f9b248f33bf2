import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, idText, minutes, time } from './field.ts'

const displayRoom = z.object({
  id,
  name: z.string(),
  size: z.int(),
  floor: z.int(),
  has_available_slots: z.boolean(),
})
export type DisplayRoom = z.output<typeof displayRoom>

export const listDisplayRooms = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/display/rooms/',
  summary: 'The meeting rooms, and whether any slot can still be booked today',
  shared: true,
  response: z.array(displayRoom),
})

const roomBoard = z.object({
  room_info: z.object({ id, name: z.string(), floor: z.int(), size: z.int() }),
  date,
  time_slots: z.array(z.object({ time, end_time: time, duration: minutes })),
  reservations: z.array(
    z.object({
      time_range: z.string(),
      start_time: time,
      end_time: time,
      status: z.literal('APPROVED'),
      visitor: z.object({ title: z.string(), name: z.string() }),
    }),
  ),
})
export type RoomBoard = z.output<typeof roomBoard>

export const getRoomBoard = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/display/rooms/{id}/',
  summary: "One room's slots and approved meetings of today; names as the settings allow",
  params: z.object({ id: idText }),
  shared: true,
  response: roomBoard,
  errors: ['room_not_found', 'no_schedule_data'],
})
