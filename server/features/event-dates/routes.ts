import type { FastifyInstance } from 'fastify'
import { listEventDates } from '../../../contract/event-date.ts'
import { route } from '../../http/route.ts'
import { findEventDates } from './queries.ts'

export function eventDateRoutes(app: FastifyInstance) {
  route(app, listEventDates, ({ now }) =>
    app.snapshots.serialized({ topic: 'event', key: 'event dates' }, now, () => findEventDates(app.db)),
  )
}
