import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, id, textOrNull } from '../field.ts'

const place = z.nullable(z.object({ id, name: z.string() }))
const link = z.object({
  id,
  docent: place,
  room: place,
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

const CHOOSE_TEXT = '도슨트 또는 미팅룸을 선택해주세요.'

export const makeDaySheetLink = endpoint({
  role: 'manager',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/day-sheet-links/',
  summary:
    'Make a link to the day sheets of one docent or room, valid until the end of their last date or of another one; shown only once',
  body: z.object({
    type: z.enum(['tour', 'room']),
    resource_id: z.int(CHOOSE_TEXT).check(z.positive(CHOOSE_TEXT), z.maximum(2_147_483_647, CHOOSE_TEXT)),
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
