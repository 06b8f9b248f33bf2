import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { docent, room } from '../place.ts'

export const listDocentsAsAdmin = endpoint({
  role: 'desk',
  path: '/api/admin/docents/',
  scope: 'schedule:read',
  summary: 'The docents, in the order in which they were added',
  response: z.array(docent),
})

export const listRoomsAsAdmin = endpoint({
  role: 'desk',
  path: '/api/admin/rooms/',
  scope: 'schedule:read',
  summary: 'The meeting rooms, in the order in which they were added',
  response: z.array(room),
})
