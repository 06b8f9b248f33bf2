import type { FastifyInstance } from 'fastify'
import {
  getRoomBoard,
  listDisplayRooms,
  type DisplayRoom,
  type RoomBoard,
} from '../../../contract/display.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { NOT_LISTED } from '../../http/page-headers.ts'
import { route } from '../../http/route.ts'
import { findDisplayRooms, findRoomBoard } from './queries.ts'

const asSnapshot = <T>({ shown, valid_until }: { shown: T; valid_until: Instant }) => ({
  answer: new SerializedAnswer<T>(JSON.stringify(shown)),
  valid_until,
})

export function displayRoutes(app: FastifyInstance) {
  const readRooms = async (now: Instant) =>
    (await app.snapshots.get<DisplayRoom[]>('display rooms', now, async (tx) =>
      asSnapshot(await findDisplayRooms(tx, now)),
    ))!
  const readBoard = async (id: number, now: Instant) =>
    (await app.snapshots.get<RoomBoard>(`display room ${id}`, now, async (tx) =>
      asSnapshot(await findRoomBoard(tx, id, now)),
    ))!
  route(app, listDisplayRooms, ({ now, reply }) => {
    reply.header(...NOT_LISTED)
    return readRooms(now)
  })
  route(app, getRoomBoard, ({ params, now, reply }) => {
    reply.header(...NOT_LISTED)
    return readBoard(params.id, now)
  })
  app.changes.offer('rooms', { read: (_, now) => readRooms(now) })
  app.changes.offer('room', {
    read: (id, now) => readBoard(Number(id), now),
    // Also one without a day today: it may be given times while its board hangs.
    isKnown: async (id, now) => {
      const rooms = JSON.parse((await readRooms(now)).text) as DisplayRoom[]
      return rooms.some((room) => room.id === Number(id))
    },
  })
}
