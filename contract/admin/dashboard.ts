import * as z from 'zod/mini'
import { QUEUE_PARTS } from '../../domain/queue-part.ts'
import { docent, room } from '../place.ts'
import { endpoint } from '../endpoint.ts'
import { eventDate } from '../event-date.ts'
import { date, id, tierFlags } from '../field.ts'
import { pageQuery, pageSize } from '../page.ts'
import { reservationLists, reservationsIn, type Reservation, type ReservationLists } from '../reservation.ts'

const counter = z.int()

const stats = z.object({
  pending_tours: counter,
  pending_meetings: counter,
  cancel_requested_tours: counter,
  cancel_requested_meetings: counter,
  today_tours: counter,
  today_meetings: counter,
  completed_tours: counter,
  completed_meetings: counter,
})
export type DashboardStats = z.output<typeof stats>

const byDate = z.array(z.object({ date, ...reservationLists.shape }))

const dashboard = z.object({
  dates: z.array(eventDate),
  docents: z.array(docent),
  rooms: z.array(room),
  stats,
  /** VIP and VVIP members on this page. */
  member_tiers: z.array(z.object({ id, ...tierFlags })),
  reservations: z.object({
    pending: byDate,
    cancel_requested: byDate,
    approved: byDate,
    completed: byDate,
    rejected: byDate,
    cancelled: byDate,
  }),
  /** Matches on all pages; absent without paging. */
  count: z.optional(counter),
  /** Absent without paging. */
  queue: z.optional(
    z.object({
      /** Neither cancelled nor rejected, on any date. */
      has_reservations: z.boolean(),
      /** Waiting and not over, ignoring filters. */
      coming: counter,
      /** Matching past requests, and cancellation requests. */
      past: counter,
      past_cancellations: counter,
      /** Matches ahead, by date. */
      days: z.array(z.object({ date, count: counter })),
      /** Per request: active reservations of the same company that day, and of the same member at that time. */
      competing: z.array(
        z.object({
          id,
          company: counter,
          overlapping: counter,
          /** The member holds more than half of the day's room time. */
          holds_half: z.boolean(),
        }),
      ),
    }),
  ),
})
export type Dashboard = z.output<typeof dashboard>

/** Reservations waiting for a decision. */
export const waitingOf = ({ reservations: { pending, cancel_requested } }: Dashboard): Reservation[] =>
  [...pending, ...cancel_requested].flatMap(reservationsIn)

/** Applies `change` to each date's waiting lists. */
export function withWaiting<Shown extends Dashboard>(
  shown: Shown,
  change: <Lists extends ReservationLists>(lists: Lists) => Lists,
): Shown {
  const { pending, cancel_requested, ...decided } = shown.reservations
  const waiting = { pending: pending.map(change), cancel_requested: cancel_requested.map(change) }
  return { ...shown, reservations: { ...decided, ...waiting } }
}

export const getStats = endpoint({
  role: 'desk',
  path: '/api/admin/dashboard/stats/',
  scope: 'reservations:read',
  summary: "Counters: waiting, cancellation requests and ended of all dates, and today's",
  response: stats,
})

export const getDashboard = endpoint({
  role: 'desk',
  path: '/api/admin/dashboard/',
  scope: 'reservations:read',
  summary:
    'Everything the administrator dashboard shows, reservations by displayed status and date. With `page`: one page of what waits for a decision, `pending` and `cancel_requested` counted together, by `start` or by the time that they have been `waiting`; the other lists are empty, `count` is the number on all pages. Only then `date`, `search` and `part` apply: `past` are requests whose time is over, `past_cancellations` such cancellation requests, `coming` all others',
  query: z.object({
    date: z.optional(date),
    search: pageQuery.search,
    part: z.optional(z.enum(QUEUE_PARTS)),
    order: z.optional(z.enum(['start', 'waiting'])),
    page: pageQuery.page,
    page_size: pageSize,
  }),
  response: dashboard,
})
