import * as z from 'zod/mini'
import { STATUSES } from '../domain/reservation.ts'
import { docent, room } from './place.ts'
import { endpoint } from './endpoint.ts'
import { date, id, minutes, time, textOrNull } from './field.ts'

export const scheduleSlot = z.object({
  id,
  time,
  end_time: time,
  duration: minutes,
  is_available: z.boolean(),
  is_locked: z.boolean(),
  /** Outside the booking window: it can be neither booked nor waited for. */
  is_closed: z.optional(z.boolean()),
  reservation: z.nullable(z.object({ status: z.enum(STATUSES) })),
})
export type ScheduleSlot = z.output<typeof scheduleSlot>

const schedule = z.object({
  date,
  /** When booking opens; null once it is open. */
  opens_at: textOrNull,
  tour_schedule: z.array(z.object({ docent, time_slots: z.array(scheduleSlot) })),
  room_schedule: z.array(z.object({ room, time_slots: z.array(scheduleSlot) })),
})
export type Schedule = z.output<typeof schedule>

export const getSchedule = endpoint({
  audience: 'member',
  path: '/api/user/schedule/',
  summary:
    'All slots of one event date, by docent and by room, without the names of who booked them. Outside the booking window none is available; before it opens, all are shown as locked. With `is_closed` nobody can join its waiting list either',
  query: z.object({ date }),
  shared: true,
  response: schedule,
  errors: ['no_schedule_data'],
})
