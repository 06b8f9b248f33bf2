import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { TIME_ZONE } from '../domain/madrid-time.ts'
import { date } from './field.ts'

export const getPublicInfo = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/public/info/',
  summary: "The event's name, its contact address, and today's date in the service's time zone",
  shared: true,
  response: z.object({
    event_name: z.string(),
    contact_email: z.string(),
    today: date,
    time_zone: z.literal(TIME_ZONE),
  }),
})
