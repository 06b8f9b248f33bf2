import * as z from 'zod/mini'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { face } from './face.ts'
import { date, minutes, textOrNull } from './field.ts'

const count = z.int()

export const getPreview = endpoint({
  audience: 'public',
  path: '/api/public/event/',
  summary: 'What visitors see before they sign up',
  shared: true,
  response: z.object({
    event_name: z.string(),
    contact_email: z.string(),
    ...face.shape,
    /** When booking opens; null once it is open. Until then all free times count. */
    opens_at: textOrNull,
    /** Ascending; past ones have nothing left. */
    days: z.array(z.object({ date, free_tours: count, free_meetings: count, has_times: z.boolean() })),
    tour_minutes: minutes,
    languages: z.array(z.string()),
    room_sizes: z.array(count),
  }),
})
export type Preview = ResponseOf<typeof getPreview>
