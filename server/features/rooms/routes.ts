import type { FastifyInstance } from 'fastify'
import { listRooms } from '../../../contract/places.ts'
import { route } from '../../http/route.ts'
import { findRooms } from './queries.ts'

export function roomRoutes(app: FastifyInstance) {
  route(app, listRooms, ({ now }) =>
    app.snapshots.serialized({ topic: 'event', key: 'rooms' }, now, () => findRooms(app.db)),
  )
}
