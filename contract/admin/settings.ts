import * as z from 'zod/mini'
import { DISPLAY_NAMES, DISPLAY_TITLES } from '../../domain/board-name.ts'
import { endpoint } from '../endpoint.ts'
import { email, line } from '../field.ts'

const MAX_TEXT = '1건 이상 999건 이하로 입력해주세요.'

const form = {
  event_name: line('행사명을 입력해주세요.'),
  contact_email: email,
  display_names: z.enum(DISPLAY_NAMES),
  /** Absent: unchanged. */
  display_titles: z.optional(z.enum(DISPLAY_TITLES)),
  /** Absent: unchanged. */
  max_reservations: z.optional(z.int(MAX_TEXT).check(z.minimum(1, MAX_TEXT), z.maximum(999, MAX_TEXT))),
}

const asShown = {
  event_name: z.string(),
  contact_email: z.string(),
  display_names: z.enum(DISPLAY_NAMES),
  display_titles: z.enum(DISPLAY_TITLES),
  max_reservations: z.int(),
}

const settings = z.object({
  ...asShown,
  /** The clock was started at a chosen instant. */
  rehearsal: z.boolean(),
  /** Mails are written here without a mail server; null with one. */
  mail_folder: z.nullable(z.string()),
})

export const getSettings = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/settings/',
  summary:
    'The settings, whether the service runs on a rehearsal clock, and where mails go without a mail server',
  response: settings,
})

export const changeSettings = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/admin/settings/',
  summary:
    "Change the event's name, its contact address, how boards show names and titles, and how many reservations a member may have before they have taken place. With `expected`, what the change was made from, it overwrites nothing that somebody else has changed since",
  body: z.object({ ...form, expected: z.optional(z.partial(z.object(asShown))) }),
  audit: { keeps: ['event_name', 'contact_email', 'display_names', 'display_titles', 'max_reservations'] },
  response: z.object({ message: z.string(), settings }),
  errors: ['changed_meanwhile'],
})
