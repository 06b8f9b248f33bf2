import type { FastifyInstance } from 'fastify'
import { listDocents, listRooms } from '../../../contract/places.ts'
import { route } from '../../http/route.ts'
import { findDocents, findRooms } from './queries.ts'

export function placeRoutes(app: FastifyInstance) {
  route(app, listDocents, ({ now }) =>
    app.snapshots.serialized({ topic: 'event', key: 'docents' }, now, () => findDocents(app.db)),
  )
  route(app, listRooms, ({ now }) =>
    app.snapshots.serialized({ topic: 'event', key: 'rooms' }, now, () => findRooms(app.db)),
  )
}
