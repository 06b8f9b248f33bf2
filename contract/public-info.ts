import * as z from 'zod/mini'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { TIME_ZONE } from '../domain/madrid-time.ts'
import { face } from './face.ts'
import { date } from './field.ts'

export const getPublicInfo = endpoint({
  audience: 'public',
  path: '/api/public/info/',
  summary:
    "The event's name, contact address, colour and logo, first and last day (null while it has none), its next one after today, and today's date",
  shared: true,
  response: z.object({
    event_name: z.string(),
    contact_email: z.string(),
    face,
    first_date: z.nullable(date),
    last_date: z.nullable(date),
    /** After today. */
    next_date: z.nullable(date),
    today: date,
    time_zone: z.literal(TIME_ZONE),
  }),
})
export type PublicInfo = ResponseOf<typeof getPublicInfo>
