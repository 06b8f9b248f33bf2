import type { FastifyInstance } from 'fastify'
import { getSchedule } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { answerOf, readDay } from '../slots/day/queries.ts'
import { scheduleOf } from './queries.ts'

export function scheduleRoutes(app: FastifyInstance) {
  const readSchedule = async (date: string, now: Instant) => {
    const day = await readDay(app.snapshots, date, now)
    return day && answerOf(day, 'schedule', now, () => scheduleOf(day, now))
  }
  route(app, getSchedule, async ({ query, now }) => {
    const answer = await readSchedule(query.date, now)
    if (!answer) throw new AppError('no_schedule_data')
    return answer
  })
  app.changes.offer('schedule', {
    read: readSchedule,
    isKnown: async (date, now) => (await readSchedule(date, now)) !== undefined,
  })
}
