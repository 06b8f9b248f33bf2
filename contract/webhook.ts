// The body that webhooks send: the same for every receiver, and only ever added to.
import * as z from 'zod/mini'
import { STATUSES } from '../domain/reservation.ts'
import { WEBHOOK_EVENTS } from '../domain/webhook.ts'
import { meetingReservation, tourReservation } from './reservation.ts'

/** Beside what every answer says of a reservation: its instants, and where its member can be reached. */
const addressed = {
  starts_at: z.string(),
  ends_at: z.string(),
  /** Null once the member has been deleted. */
  member: z.nullable(z.object({ id: z.int(), name: z.string(), phone: z.string(), email: z.string() })),
}

const value = z.nullable(z.union([z.string(), z.number()]))

export const webhookBody = z.object({
  /** The event's own id: equal in every try, and for every webhook that is told of it. */
  id: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, 'ping']),
  /** When it happened, however much later it is sent. */
  occurred_at: z.string(),
  /** As it happened, and never changed; null of events that change nothing: reminders, arrivals, tests. */
  change: z.nullable(
    z.object({
      /** `create`, `approve`, `reject`, `approve_cancellation`, `reject_cancellation`, `move` or `cancel`. */
      action: z.string(),
      by: z.enum(['member', 'admin', 'service']),
      from_status: z.nullable(z.enum(STATUSES)),
      to_status: z.enum(STATUSES),
      reason: z.nullable(z.string()),
      /** Of a move: day, time and place before and after. */
      changes: z.array(z.object({ field: z.string(), from: value, to: value })),
    }),
  ),
  /** As it is when this is sent; null of a test. */
  reservation: z.nullable(
    z.union([z.extend(tourReservation, addressed), z.extend(meetingReservation, addressed)]),
  ),
})
export type WebhookBody = z.output<typeof webhookBody>
