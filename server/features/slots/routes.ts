import type { FastifyInstance } from 'fastify'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { route } from '../../http/route.ts'
import { bookableNow, findRoomSlots, findTourSlots } from './queries.ts'

export function slotRoutes(app: FastifyInstance) {
  route(app, listAvailableTours, ({ query: { date, docent_id } }) =>
    findTourSlots(app.db, { date, place_id: docent_id }),
  )
  route(app, listAvailableRooms, async ({ query: { date, room_id }, now }) => {
    const all_slots = await findRoomSlots(app.db, { date, place_id: room_id })
    return { all_slots, available_slots: bookableNow(all_slots, now) }
  })
}
