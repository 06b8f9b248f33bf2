import type { Instant } from './madrid-time.ts'
import type { ReservationFacts } from './reservation.ts'

export const QUEUE_PARTS = ['coming', 'past', 'past_cancellations'] as const
export type QueuePart = (typeof QUEUE_PARTS)[number]
export type PastPart = Exclude<QueuePart, 'coming'>

/** The queue's section for a request. */
export const queuePartOf = (r: ReservationFacts, now: Instant): QueuePart => {
  if (r.ends_at > now) return 'coming'
  return r.status === 'PENDING' ? 'past' : 'past_cancellations'
}
