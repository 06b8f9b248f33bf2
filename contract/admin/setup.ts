import * as z from 'zod/mini'
import { OPTIONAL_STEPS } from '../../domain/setup.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, date } from '../field.ts'

const count = z.int()

const setup = z.object({
  event_name: z.string(),
  contact_email: z.string(),
  has_logo: z.boolean(),
  /** Without it the standard notice is shown. */
  has_own_notice: z.boolean(),
  /** Without those of the sample event. */
  members: count,
  public_url: z.string(),
  /** Marked by an administrator. */
  unneeded: z.array(z.enum(OPTIONAL_STEPS)),
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
  role: 'manager',
  path: '/api/admin/setup/',
  summary: 'How far the event is set up',
  response: setup,
})

export const markStep = endpoint({
  role: 'owner',
  method: 'POST',
  path: '/api/admin/setup/steps/',
  summary: 'Mark a set-up step as not needed for this event, or as needed again',
  body: z.object({ step: z.enum(OPTIONAL_STEPS), is_needed: z.boolean() }),
  audit: { keeps: ['step', 'is_needed'] },
  response: confirmation,
})
