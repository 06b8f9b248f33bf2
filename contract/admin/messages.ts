import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, line, MAX_LENGTH, requiredText } from '../field.ts'
import { memberFilter } from './members.ts'
import { reservationFilters } from './reservations.ts'
import { selection } from './selection.ts'

const AUDIENCE_TEXT = '받는 사람을 선택해주세요.'
const SUBJECT_TEXT = '제목을 입력해주세요.'
const TEXT_TEXT = '내용을 입력해주세요.'

/** Filters as in the lists of members and reservations. */
const audience = z
  .object({
    members: z.optional(z.object(memberFilter)),
    reservations: z.optional(
      z.extend(z.omit(reservationFilters, { id: true, ids: true }), {
        reservation_ids: z.optional(selection(id, AUDIENCE_TEXT)),
        docent_id: z.optional(id),
        room_id: z.optional(id),
      }),
    ),
  })
  .check(
    z.refine(({ members, reservations }) => (members === undefined) !== (reservations === undefined), {
      error: AUDIENCE_TEXT,
    }),
  )
export type Audience = z.output<typeof audience>
export type AudienceInput = z.input<typeof audience>

export const sendMessage = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/messages/',
  summary:
    'Mail a message to the members whom a filter finds, or to those with a reservation that a filter finds, once each; one call a minute, at most 5,000 recipients. `dry_run` counts them, names the first of them, and with subject and text shows the first mail',
  body: z
    .object({
      audience,
      subject: z.optional(line(SUBJECT_TEXT)),
      text: z.optional(requiredText(TEXT_TEXT, MAX_LENGTH.feedback)),
      dry_run: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ dry_run, subject }) => dry_run === true || subject !== undefined, {
        path: ['subject'],
        error: SUBJECT_TEXT,
      }),
      z.refine(({ dry_run, text }) => dry_run === true || text !== undefined, {
        path: ['text'],
        error: TEXT_TEXT,
      }),
    ),
  audit: {},
  response: z.object({
    message: z.string(),
    count: z.int(),
    /** Names. */
    first: z.optional(z.array(z.string())),
    preview: z.optional(z.object({ subject: z.string(), text: z.string() })),
  }),
  errors: ['too_many_requests'],
})
