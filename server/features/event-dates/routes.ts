import type { FastifyInstance } from 'fastify'
import { routeBatched } from '../../http/batched-read.ts'
import { findEventDates } from './queries.ts'

export function eventDateRoutes(app: FastifyInstance) {
  routeBatched(app, 'event-dates', (_, now) => app.snapshots.list('event dates', now, findEventDates))
}
