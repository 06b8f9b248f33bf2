import type { FastifyInstance } from 'fastify'
import {
  getRoomBoard,
  listDisplayRooms,
  type DisplayRoom,
  type RoomBoard,
} from '../../../contract/display.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { JsonText } from '../../http/json-text.ts'
import { route } from '../../http/route.ts'
import { findDisplayRooms, findRoomBoard } from './queries.ts'

const asSnapshot = <T>({ shown, valid_until }: { shown: T; valid_until: Instant }) => ({
  answer: new JsonText<T>(JSON.stringify(shown)),
  valid_until,
})

export function displayRoutes(app: FastifyInstance) {
  route(
    app,
    listDisplayRooms,
    async ({ now }) =>
      (await app.snapshots.get<DisplayRoom[]>('display rooms', now, async () =>
        asSnapshot(await findDisplayRooms(app.db, now)),
      ))!,
  )
  route(
    app,
    getRoomBoard,
    async ({ params, now }) =>
      (await app.snapshots.get<RoomBoard>(`display room ${params.id}`, now, async () =>
        asSnapshot(await findRoomBoard(app.db, params.id, now)),
      ))!,
  )
}
