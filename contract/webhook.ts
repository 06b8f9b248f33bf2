// Equal for all receivers; fields are only ever added.
import * as z from 'zod/mini'
import { STATUSES } from '../domain/reservation.ts'
import { WEBHOOK_EVENTS } from '../domain/webhook.ts'
import { id, textOrNull } from './field.ts'
import { member } from './member.ts'
import { meetingReservation, tourReservation } from './reservation.ts'

const addressed = {
  starts_at: z.string(),
  ends_at: z.string(),
  /** Null once deleted. */
  member: z.nullable(z.object({ id: z.int(), name: z.string(), phone: z.string(), email: z.string() })),
}

const value = z.nullable(z.union([z.string(), z.number()]))

export const webhookBody = z.object({
  /** Equal for all attempts and receivers. */
  id: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, 'ping']),
  /** Time of the event, not of sending. */
  occurred_at: z.string(),
  /** Fixed at the event; null without a change of a reservation. */
  change: z.nullable(
    z.object({
      /** Such as `create`, `approve` or `edit_visitor`. */
      action: z.string(),
      by: z.enum(['member', 'admin', 'service']),
      from_status: z.nullable(z.enum(STATUSES)),
      to_status: z.enum(STATUSES),
      reason: textOrNull,
      /** A move lists date, time and place; an edit of the visitor lists its fields. */
      changes: z.array(z.object({ field: z.string(), from: value, to: value })),
    }),
  ),
  /** Current at sending; null for pings and members. */
  reservation: z.nullable(
    z.union([z.extend(tourReservation, addressed), z.extend(meetingReservation, addressed)]),
  ),
  /** The member as it is at sending; only the `id` after an erasure. Null for other events. */
  member: z.nullable(z.extend(z.partial(member), { id })),
})
export type WebhookBody = z.output<typeof webhookBody>
