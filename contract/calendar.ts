import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const CALENDAR = 'text/calendar'

export const downloadCalendarEntry = endpoint({
  audience: 'member',
  path: '/api/user/my-reservations/{id}/calendar/',
  summary:
    "The calendar entry (.ics) of an approved reservation: the same one that the approval's mail carries",
  response: z.file().check(z.mime([CALENDAR])),
  errors: ['invalid_transition'],
})
