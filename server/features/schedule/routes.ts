import type { FastifyInstance } from 'fastify'
import { getSchedule } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findSchedule } from './queries.ts'

export function scheduleRoutes(app: FastifyInstance) {
  const readSchedule = (date: string, now: Instant) =>
    app.snapshots.get(`schedule ${date}`, now, async (tx) => {
      const found = await findSchedule(tx, date, now)
      return { answer: found?.schedule, valid_until: found?.valid_until ?? Infinity }
    })
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
