import type { FastifyInstance } from 'fastify'
import { getSchedule, type Schedule } from '../../../contract/schedule.ts'
import { AppError } from '../../http/app-error.ts'
import { JsonText } from '../../http/json-text.ts'
import { route } from '../../http/route.ts'
import { findSchedule } from './queries.ts'

export function scheduleRoutes(app: FastifyInstance) {
  route(app, getSchedule, async ({ query, now }) => {
    const answer = await app.snapshots.get<Schedule>(`schedule ${query.date}`, now, async () => {
      const found = await findSchedule(app.db, query.date, now)
      return {
        answer: found && new JsonText(JSON.stringify(found.schedule)),
        valid_until: found?.valid_until ?? Infinity,
      }
    })
    if (!answer) throw new AppError('no_schedule_data')
    return answer
  })
}
