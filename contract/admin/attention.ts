import * as z from 'zod/mini'
import { GO_LIVE_WARNINGS } from '../../domain/go-live.ts'
import { ROLES } from '../../domain/role.ts'
import { endpoint } from '../endpoint.ts'
import { id, textOrNull } from '../field.ts'
import { openReport } from './day-reports.ts'

export const getAttention = endpoint({
  role: 'desk',
  path: '/api/admin/attention/',
  summary:
    'What every screen of administrators shows in its header, and whose session it is: cheap, for polling',
  response: z.object({
    admin: z.object({ id, name: z.string(), role: z.enum(ROLES) }),
    /** Failed for good, about coming reservations, with no newer mail. */
    failed_mails: z.int(),
    /** Waiting, while the mail server accepts nothing; otherwise 0. */
    delayed_mails: z.int(),
    /** At most 500. */
    failed_reservations: z.array(id),
    /** Failed for good, of active webhooks. */
    failed_deliveries: z.int(),
    /** Webhooks whose receiver has failed for ten minutes or wants no more deliveries. */
    dead_webhooks: z.int(),
    silent_screens: z.int(),
    /** Open reports for today and later dates, oldest first. */
    day_reports: z.array(openReport),
    /** True when the arrivals feature is on. */
    arrivals: z.boolean(),
    /** Null without nightly backups; `overdue_hours` counts whole hours. */
    backup: z.nullable(z.object({ succeeded_at: textOrNull, overdue_hours: z.int() })),
    /** Null outside the week before. */
    days_to_erasure: z.nullable(z.int()),
    /** Empty while only this machine can connect. */
    warnings: z.array(z.enum(GO_LIVE_WARNINGS)),
  }),
})
