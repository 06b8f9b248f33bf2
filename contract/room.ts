import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './field.ts'

export const room = z.object({
  id,
  name: z.string(),
  floor: z.int(),
  size: z.int(),
  is_vip: z.boolean(),
  is_vvip: z.boolean(),
})
export type Room = z.output<typeof room>

export const listRooms = endpoint({
  audience: 'member',
  method: 'GET',
  path: '/api/user/rooms/',
  summary: 'The meeting rooms',
  shared: true,
  response: z.array(room),
})
