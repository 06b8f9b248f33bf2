import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idText } from '../field.ts'
import { member } from '../member.ts'
import { reservationType } from '../reservation-action.ts'
import { reservationLists } from '../reservation.ts'
import { REMINDER_KINDS } from '../../domain/reminder.ts'
import { listedMail } from './mails.ts'

export const getReservationContext = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/reservations/{id}/context/',
  summary:
    'What one looks up beside a reservation: its member, its mails and reminders, and what else the member has ahead',
  params: z.object({ id: idText }),
  query: z.object({ type: z.optional(reservationType) }),
  response: z.object({
    /** As their account says now; null once it is deleted. */
    member: z.nullable(member),
    /** The newest first. */
    mails: z.array(listedMail),
    /** When its member will be reminded of it, the next one first. */
    reminders: z.array(z.object({ kind: z.enum(REMINDER_KINDS), due_at: z.string() })),
    /** Requested or agreed, and not over, in the order in which they take place. */
    others: reservationLists,
    /** Those of the others that are at the same time, while this one is still to come. */
    overlapping: z.array(id),
  }),
  errors: ['not_found'],
})
