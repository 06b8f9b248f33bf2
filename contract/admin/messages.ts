import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { confirmation, id, line, MAX_LENGTH, requiredText } from '../field.ts'
import { memberFilter } from './members.ts'
import { reservationFilters } from './reservation-filters.ts'

const AUDIENCE_TEXT = '받는 사람을 선택해주세요.'

/** Filters as in the lists of members and reservations. */
const audience = z
  .object({
    members: z.optional(z.object(memberFilter)),
    reservations: z.optional(
      z.extend(reservationFilters, {
        reservation_ids: z.optional(z.array(id)),
        docent_id: z.optional(id),
        room_id: z.optional(id),
      }),
    ),
  })
  .check(z.refine((to) => (to.members === undefined) !== (to.reservations === undefined), AUDIENCE_TEXT))
export type Audience = z.output<typeof audience>
export type AudienceInput = z.input<typeof audience>

export const sendMessage = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/messages/',
  summary:
    'Mail a message once to each member whom a filter finds, or whose reservation a filter finds; one call a minute, at most 5,000 recipients. `dry_run` counts them, and with subject and text shows the first mail',
  body: z
    .object({
      audience,
      subject: z.optional(line('제목을 입력해주세요.')),
      text: z.optional(requiredText('내용을 입력해주세요.', MAX_LENGTH.feedback)),
      dry_run: z.optional(z.boolean()),
    })
    .check(
      z.refine(({ dry_run, subject, text }) => dry_run === true || (subject && text) !== undefined, {
        path: ['text'],
        error: '제목과 내용을 입력해주세요.',
      }),
    ),
  // Without search words, which may name a person.
  audit: {
    keeps: [
      'subject',
      'audience.members.user_filter',
      'audience.reservations.date',
      'audience.reservations.type',
      'audience.reservations.status',
      'audience.reservations.docent_id',
      'audience.reservations.room_id',
      'audience.reservations.reservation_ids',
    ],
  },
  response: z.extend(confirmation, {
    count: z.int(),
    preview: z.optional(z.object({ subject: z.string(), text: z.string() })),
  }),
  errors: ['too_many_requests'],
})
