import * as z from 'zod/mini'
import { GO_LIVE_WARNINGS } from '../../domain/go-live.ts'
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
    /** Deliveries that were given up, of webhooks that are on. */
    failed_deliveries: z.int(),
    /** Screens on walls that should report themselves, and do not. */
    silent_screens: z.int(),
    /** Whether arrivals are marked at all: without them their screen is not offered. */
    arrivals: z.boolean(),
    /** The last nightly backup, and for how many hours one is missing; null where none are made. */
    backup: z.nullable(z.object({ succeeded_at: z.nullable(z.string()), overdue_hours: z.int() })),
    /** In how many days personal data will be erased, within the week before; null otherwise. */
    days_to_erasure: z.nullable(z.int()),
    /** Why others should not reach this service yet; none while it is only reached from its own machine. */
    warnings: z.array(z.enum(GO_LIVE_WARNINGS)),
  }),
})
