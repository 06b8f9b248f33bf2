import * as z from 'zod/mini'
import { isTime } from '../../domain/date-text.ts'
import { endpoint } from '../endpoint.ts'

const MINUTES_TEXT = '5분 이상 180분 이하로 입력해주세요.'
const HOURS_TEXT = '1시간 이상 72시간 이하로 입력해주세요.'
const TIME_TEXT = '시간을 HH:MM으로 입력해주세요.'
const wallTime = z.string(TIME_TEXT).check(z.refine(isTime, TIME_TEXT))

const settings = {
  reminders: z.boolean(),
  /** At 18:00 the day before. */
  reminder_evening: z.boolean(),
  /** Minutes before the start. */
  reminder_before: z.boolean(),
  reminder_minutes: z.int(MINUTES_TEXT).check(z.minimum(5, MINUTES_TEXT), z.maximum(180, MINUTES_TEXT)),
  /** Off: other channels only. */
  reminders_by_mail: z.boolean(),
  /** Mails the contact address about requests that wait too long, counted in opening hours. */
  request_alerts: z.boolean(),
  request_alert_hours: z.int(HOURS_TEXT).check(z.minimum(1, HOURS_TEXT), z.maximum(72, HOURS_TEXT)),
  /** Opening hours in Madrid. */
  request_hours_from: wallTime,
  request_hours_until: wallTime,
}

const asShown = z.object({
  ...settings,
  reminder_minutes: z.int(),
  request_alert_hours: z.int(),
  request_hours_from: z.string(),
  request_hours_until: z.string(),
})
export type ReminderSettings = z.output<typeof asShown>

export const getReminderSettings = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/reminders/settings/',
  summary: 'When members are reminded of what is agreed, and the approver of requests that wait',
  response: asShown,
})

export const changeReminderSettings = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/admin/reminders/settings/',
  summary:
    'Change when members are reminded, and the approver. Reminders that have not been sent follow at once. With `expected`, what the change was made from, it overwrites nothing that somebody else has changed since',
  body: z.object({ ...settings, expected: z.optional(z.partial(asShown)) }),
  audit: {
    keeps: [
      'reminders',
      'reminder_evening',
      'reminder_before',
      'reminder_minutes',
      'reminders_by_mail',
      'request_alerts',
      'request_alert_hours',
      'request_hours_from',
      'request_hours_until',
    ],
  },
  response: z.object({ message: z.string(), settings: asShown }),
  errors: ['changed_meanwhile'],
})
