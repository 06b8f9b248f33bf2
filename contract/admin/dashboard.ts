import * as z from 'zod/mini'
import { docent } from '../docent.ts'
import { endpoint } from '../endpoint.ts'
import { eventDate } from '../event-date.ts'
import { date, id } from '../field.ts'
import { reservationLists } from '../reservation.ts'
import { room } from '../room.ts'

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
  /** The members with a tier of whom something waits. */
  member_tiers: z.array(z.object({ id, is_vip: z.boolean(), is_vvip: z.boolean() })),
  reservations: z.object({
    pending: byDate,
    cancel_requested: byDate,
    approved: byDate,
    completed: byDate,
    rejected: byDate,
    cancelled: byDate,
  }),
})
export type Dashboard = z.output<typeof dashboard>

export const getStats = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/dashboard/stats/',
  scope: 'reservations:read',
  summary: "Counters: waiting, cancellation requests and ended of all dates, and today's",
  response: stats,
})

export const getDashboard = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/dashboard/',
  scope: 'reservations:read',
  summary: 'Everything the administrator dashboard shows, reservations by displayed status and date',
  response: dashboard,
})
