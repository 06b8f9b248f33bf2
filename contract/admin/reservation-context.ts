import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../field.ts'
import { member } from '../member.ts'
import { reservationType } from '../reservation-action.ts'
import { reservationLists } from '../reservation.ts'
import { REMINDER_KINDS } from '../../domain/notice.ts'
import { listedMail } from './mails.ts'

export const getReservationContext = endpoint({
  role: 'desk',
  path: '/api/admin/reservations/{id}/context/',
  summary:
    'What one looks up beside a reservation: its member, its mails and reminders, and what else the member has ahead',
  query: z.object({ type: z.optional(reservationType) }),
  response: z.object({
    /** The current account; null once deleted. */
    member: z.nullable(member),
    /** Newest first. */
    mails: z.array(listedMail),
    /** Earliest first. */
    reminders: z.array(z.object({ kind: z.enum(REMINDER_KINDS), due_at: z.string() })),
    /** Other active reservations in order of time. */
    others: reservationLists,
    /** Reservations at the same time; empty for a past one. */
    overlapping: z.array(id),
  }),
})
