import * as z from 'zod/mini'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { TIME_ZONE } from '../domain/madrid-time.ts'
import { date } from './field.ts'

/** The event's own face: a colour that white text can be read on, and a logo, named by a hash of its bytes. */
export const face = z.object({
  accent_colour: z.nullable(z.string()),
  logo: z.nullable(z.object({ hash: z.string(), width: z.int(), height: z.int() })),
})

/** The address of a logo; `hash` names its bytes, which a browser may keep for good. */
export const logoPath = (hash: string): string => `/api/public/logo/${hash}/`

export const getPublicInfo = endpoint({
  audience: 'public',
  method: 'GET',
  path: '/api/public/info/',
  summary:
    "The event's name, contact address, colour and logo, first and last day (null while it has none), and today's date",
  shared: true,
  response: z.object({
    event_name: z.string(),
    contact_email: z.string(),
    face,
    first_date: z.nullable(date),
    last_date: z.nullable(date),
    today: date,
    time_zone: z.literal(TIME_ZONE),
  }),
})
export type PublicInfo = ResponseOf<typeof getPublicInfo>
