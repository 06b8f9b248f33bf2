import type { FastifyInstance } from 'fastify'
import { listQueue, listWaitingIds } from '../../../../contract/admin/queue.ts'
import { route } from '../../../http/route.ts'
import { findQueue, findWaitingIds } from './queries.ts'

export function queueRoutes(app: FastifyInstance) {
  route(app, listQueue, ({ query, now }) =>
    app.snapshots.ofMoment(`queue ${JSON.stringify(query)}`, now, (tx) => findQueue(tx, query, now)),
  )
  route(app, listWaitingIds, () => findWaitingIds(app.db))
}
