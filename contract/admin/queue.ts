import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { date, id } from '../field.ts'
import { cursor, pageQuery } from '../page.ts'
import { meetingReservation, tourReservation } from '../reservation.ts'

const counter = z.int()

const queued = z.object({
  reservation: z.union([tourReservation, meetingReservation]),
  /** Other reservations that wait or are approved: of its company on that date, and of its member at the same time. */
  competing: z.object({ company: counter, overlapping: counter }),
  /** Its member's, above the normal one; null for normal. */
  tier: z.nullable(z.object({ is_vip: z.boolean(), is_vvip: z.boolean() })),
})
export type Queued = z.output<typeof queued>

const queue = z.object({
  /** Whether anything was ever asked for. */
  has_reservations: z.boolean(),
  /** All that waits and can still come to pass, whatever was asked for. */
  count: counter,
  /** The past requests that the search finds. */
  past: counter,
  /** How many of those that can still come to pass the search finds, by date. */
  days: z.array(z.object({ date, count: counter })),
  results: z.array(queued),
  /** Where the next page begins; null when this is the last. */
  next: z.nullable(z.string()),
})
export type QueuePage = z.output<typeof queue>

/** The most that one answer holds, whatever is asked for. */
export const QUEUE_PAGE = 200

export const listQueue = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/queue/',
  scope: 'reservations:read',
  summary: `What waits for a decision, at most ${QUEUE_PAGE} at once, by its time or by how long it has waited, with how many there are on each date`,
  query: z.object({
    /** Those that can still come to pass, or the requests that nobody decided before their time was over. */
    part: z.optional(z.enum(['coming', 'past'])),
    order: z.optional(z.enum(['time', 'waiting'])),
    date: z.optional(date),
    search: pageQuery.search,
    after: cursor,
  }),
  response: queue,
})

export const listWaitingIds = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/queue/ids/',
  scope: 'reservations:read',
  summary: 'The numbers of everything that waits for a decision',
  response: z.object({ ids: z.array(id) }),
})
