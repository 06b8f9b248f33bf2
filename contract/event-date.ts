import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id } from './field.ts'

export const eventDate = z.object({ id, date })
export type EventDate = z.output<typeof eventDate>

export const listEventDates = endpoint({
  audience: 'member',
  path: '/api/user/event-dates/',
  summary: 'The days of the event, ascending',
  shared: true,
  response: z.array(eventDate),
})
