import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, id, textOrNull } from '../field.ts'
import { namedPlace, placeChoice } from './selection.ts'

const link = z.object({
  id,
  docent: namedPlace,
  room: namedPlace,
  /** Null for all dates. */
  date: z.nullable(date),
  expires_at: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  last_used_at: textOrNull,
  may_mark_arrivals: z.boolean(),
})
export type DaySheetLink = z.output<typeof link>

export const listDaySheetLinks = endpoint({
  role: 'manager',
  path: '/api/admin/day-sheet-links/',
  summary:
    'The addresses under which day sheets can be read without an account, newest first, without their tokens',
  response: z.array(link),
})

export const makeDaySheetLink = endpoint({
  role: 'manager',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/day-sheet-links/',
  summary:
    'Make a link to the day sheets of one docent or room, valid until the end of their last date or of another one; shown only once',
  body: z.object({
    ...placeChoice,
    date: z.optional(z.nullable(date)),
    expires_on: z.optional(z.nullable(date)),
    may_mark_arrivals: z.optional(z.boolean()),
  }),
  audit: { keeps: ['type', 'resource_id', 'date', 'may_mark_arrivals'] },
  response: z.extend(confirmation, { link, url: z.string() }),
  status: 201,
  secret: true,
})

export const revokeDaySheetLink = endpoint({
  role: 'manager',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/day-sheet-links/{id}/',
  summary: 'Revoke such an address at once',
  audit: { target: 'day-sheet-link' },
  response: z.extend(confirmation, { link }),
})
