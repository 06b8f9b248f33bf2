import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { date, line } from '../field.ts'
import { word } from './closing.ts'

const count = z.int()

const nextEvent = z.object({
  /** Each new date copies slots `from` an old one. */
  dates: z.array(z.object({ from: date, to: date })),
  /** Retained, with boards and set-up links. */
  docents: count,
  rooms: count,
  /** Unlocked slots on the new dates. */
  slots: count,
  /** Slots skipped by a clock change. */
  skipped: count,
  /** Retained, with their tiers. */
  members: count,
  /** When personal data are erased by themselves, before and after; null for never, or when nothing is left. */
  erasure_on: z.nullable(date),
  next_erasure_on: z.nullable(date),
  deleted: z.object({
    reservations: count,
    mails: count,
    dates: count,
    members: count,
    docents: count,
    rooms: count,
    screens: count,
  }),
})
export type NextEvent = z.output<typeof nextEvent>

export const beginNextEvent = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/closing/next-event/',
  summary:
    'Begin the next event from this one: its dates are shifted so that the first is `first_date`; times, docents, rooms, screens, settings and members are kept as chosen, reservations and mails deleted. With dry_run nothing is done. Refused while reservations are ahead',
  body: z.object({
    event_name: line('행사명을 입력해주세요.'),
    first_date: date,
    keep_docents: z.boolean(),
    keep_rooms: z.boolean(),
    /** Copies slots to the shifted dates. */
    keep_times: z.boolean(),
    /** Until the next event's erasure. All other personal data are erased at once. */
    keep_members: z.boolean(),
    dry_run: z.optional(z.boolean()),
    /** Absent in a dry run. */
    confirm: z.optional(word),
  }),
  audit: { keeps: ['event_name', 'first_date', 'slots', 'members', 'docents', 'rooms'] },
  response: z.extend(nextEvent, { message: z.string() }),
  errors: ['event_not_over'],
})
