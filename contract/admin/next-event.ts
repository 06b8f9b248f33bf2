// The next event begins from this one.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { date, line } from '../field.ts'
import { word } from './closing.ts'

const count = z.int()

const nextEvent = z.object({
  /** The new dates, each from the one of this event that it takes its times from. */
  dates: z.array(z.object({ from: date, to: date })),
  /** Kept, with their boards and set-up links. */
  docents: count,
  rooms: count,
  /** Times that the new dates begin with, unlocked. */
  slots: count,
  /** Times that do not exist on the new date, where clocks change. */
  skipped: count,
  /** Members that stay, with their tiers. */
  members: count,
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
  audience: 'admin',
  method: 'POST',
  path: '/api/admin/closing/next-event/',
  summary:
    'Begin the next event from this one: its dates are shifted so that the first is `first_date`, with the times, docents, rooms, screens, settings and members that are kept; reservations and mails of this one are deleted. With dry_run nothing is done. Refused while reservations are ahead',
  body: z.object({
    event_name: line('행사명을 입력해주세요.'),
    first_date: date,
    keep_docents: z.boolean(),
    keep_rooms: z.boolean(),
    /** The times of what is kept, on the shifted dates. */
    keep_times: z.boolean(),
    /** Without them everything that names a person is erased. */
    keep_members: z.boolean(),
    dry_run: z.optional(z.boolean()),
    /** Unless it is a dry run. */
    confirm: z.optional(word),
  }),
  audit: { keeps: ['event_name', 'first_date', 'slots', 'members', 'docents', 'rooms'] },
  response: z.extend(nextEvent, { message: z.string() }),
  errors: ['event_not_over'],
})
