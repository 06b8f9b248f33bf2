import type { FastifyInstance } from 'fastify'
import { getRoomBoard, listDisplayRooms, type RoomBoard } from '../../../contract/display.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { readConsistently } from '../../database/transaction.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { NOT_LISTED } from '../../http/page-headers.ts'
import { route } from '../../http/route.ts'
import { readDay } from '../schedule/queries.ts'
import { findWalls, type Walls } from './queries.ts'

/** Serializes each wall's answer once. */
function answersOf({ rooms, board }: Walls) {
  const boards = new Map<number, SerializedAnswer<RoomBoard>>()
  return {
    rooms: SerializedAnswer.of(rooms),
    has: (id: number) => rooms.some((room) => room.id === id),
    board(id: number) {
      const answer = boards.get(id) ?? SerializedAnswer.of(board(id))
      boards.set(id, answer)
      return answer
    },
  }
}

export function displayRoutes(app: FastifyInstance) {
  const readWalls = (now: Instant) =>
    app.snapshots.get({ topic: 'bookings', key: 'walls' }, now, async () => {
      // Before the transaction: waiting for a second connection while holding one can deadlock.
      const day = await readDay(app, madridDate(now), now)
      const walls = await readConsistently(app.db, (tx) => findWalls(tx, day, now))
      return { answer: answersOf(walls), valid_until: walls.valid_until }
    })
  const readRooms = async (now: Instant) => (await readWalls(now)).rooms
  const readBoard = async (id: number, now: Instant) => (await readWalls(now)).board(id)
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
    // A room without slots today keeps its screen.
    isKnown: async (id, now) => (await readWalls(now)).has(Number(id)),
  })
}
