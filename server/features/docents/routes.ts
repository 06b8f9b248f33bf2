import type { FastifyInstance } from 'fastify'
import { listDocents } from '../../../contract/places.ts'
import { route } from '../../http/route.ts'
import { findDocents } from './queries.ts'

export function docentRoutes(app: FastifyInstance) {
  route(app, listDocents, ({ now }) =>
    app.snapshots.serialized({ topic: 'event', key: 'docents' }, now, () => findDocents(app.db)),
  )
}
