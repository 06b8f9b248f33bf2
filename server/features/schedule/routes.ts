import type { FastifyInstance } from 'fastify'
import { getSchedule } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { AppError } from '../../http/app-error.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { route } from '../../http/route.ts'
import { readDay, scheduleOf } from './queries.ts'

export function scheduleRoutes(app: FastifyInstance) {
  const readSchedule = (date: string, now: Instant) =>
    app.snapshots.get({ topic: 'bookings', key: `schedule ${date}` }, now, async () => {
      const day = await readDay(app, date, now)
      if (!day) return { answer: undefined, valid_until: now }
      const { schedule, valid_until } = scheduleOf(day, now)
      return { answer: SerializedAnswer.of(schedule), valid_until }
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
