import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, date, longText, MAX_LENGTH, time, textOrNull } from './field.ts'

export const reported = {
  date,
  start_time: time,
  end_time: time,
  /** May be empty. */
  reason: z.string(),
  reported_at: z.string(),
}

export const dayReport = z.object({
  ...reported,
  /** Null until an administrator has dealt with it. */
  done_at: textOrNull,
})
export type DayReport = z.output<typeof dayReport>

export const reportByLink = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/public/day-sheets/{token}/report/',
  summary:
    "Report that a part of the day on a link's sheet cannot take place; it changes no reservation, replaces an open report of that day, and counts once if repeated",
  params: z.object({ token: z.string() }),
  body: z.object({ date, start_time: time, end_time: time, reason: longText(MAX_LENGTH.reason) }),
  response: z.extend(confirmation, { report: dayReport }),
  secret: true,
  errors: ['link_expired', 'not_found', 'too_many_requests'],
})
