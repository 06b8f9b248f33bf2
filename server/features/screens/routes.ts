import type { FastifyInstance } from 'fastify'
import { checkInScreen } from '../../../contract/screen.ts'
import { isThere } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import { checkIn } from './commands.ts'
import { findOrders } from './queries.ts'

export function screenRoutes(app: FastifyInstance) {
  route(app, checkInScreen, async ({ body, now }) => ({
    message: '화면이 확인되었습니다.',
    ...(await checkIn(app.db, body, now)),
  }))
  app.changes.offer('screens', {
    read: (room, now) =>
      app.snapshots.serialized({ topic: 'event', key: `screens of room ${room}` }, now, () =>
        findOrders(app.db, Number(room)),
      ),
    isKnown: (room) => isThere(app.db, 'rooms', Number(room)),
  })
}
