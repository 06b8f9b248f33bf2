import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../field.ts'

export const getAttention = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/attention/',
  summary:
    'What every screen of administrators shows in its header, and whose session it is: cheap, for polling',
  response: z.object({
    admin: z.object({ id, name: z.string() }),
    /** Mails that were given up, about something that is still to come and of which nothing newer was mailed. */
    failed_mails: z.int(),
    /** The reservations that they are about, at most 500. */
    failed_reservations: z.array(id),
    /** Screens on walls that should report themselves, and do not. */
    silent_screens: z.int(),
  }),
})
