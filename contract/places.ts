// Separate from the schemas, which screens without a form need not load.
import * as z from 'zod/mini'
import { docent, room } from './place.ts'
import { endpoint } from './endpoint.ts'

export const listDocents = endpoint({
  audience: 'member',
  path: '/api/user/docents/',
  summary: 'The docents who lead tours',
  shared: true,
  response: z.array(docent),
})

export const listRooms = endpoint({
  audience: 'member',
  path: '/api/user/rooms/',
  summary: 'The meeting rooms',
  shared: true,
  response: z.array(room),
})
