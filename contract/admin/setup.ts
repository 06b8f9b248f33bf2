import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { date } from '../field.ts'

const count = z.int()

const setup = z.object({
  dates: count,
  /** Today or later. */
  next_date: z.nullable(date),
  dates_without_tours: count,
  dates_without_meetings: count,
  docents: count,
  docents_without_times: count,
  rooms: count,
  rooms_without_times: count,
  has_mail_server: z.boolean(),
  test_mail: z.nullable(z.enum(['queued', 'sent', 'failed'])),
  screens: count,
  rooms_without_screen: count,
  rehearsal: z.boolean(),
  has_sample: z.boolean(),
  has_printed_password: z.boolean(),
})
export type Setup = z.output<typeof setup>

export const getSetup = endpoint({
  audience: 'admin',
  role: 'manager',
  method: 'GET',
  path: '/api/admin/setup/',
  summary:
    'How far the event is set up: what there is, how many of the days to come have no times, mail, screens, whether anything of the sample event or the printed password is left, and whether the service runs on a rehearsal clock',
  response: setup,
})
