import type { FastifyInstance } from 'fastify'
import { listAvailableRooms, listAvailableTours, type TourSlot } from '../../../contract/slot.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { route } from '../../http/route.ts'
import { bookableNow, findRoomSlots, findTourSlots, nextStart } from './queries.ts'

// A place without times on that date is not kept: nobody can fill the memory with dates and places that are none.
const asSnapshot = <T>(slots: readonly unknown[], shown: T, valid_until = Infinity) => ({
  answer: slots.length > 0 ? SerializedAnswer.of(shown) : undefined,
  valid_until,
})

export function slotRoutes(app: FastifyInstance) {
  route(app, listAvailableTours, async ({ query: { date, docent_id }, now }) => {
    const key = `times of docent ${docent_id} on ${date}`
    const answer = await app.snapshots.get(key, now, async (tx) => {
      const slots = await findTourSlots(tx, { date, place_id: docent_id })
      return asSnapshot<TourSlot[]>(slots, slots)
    })
    return answer ?? []
  })
  route(app, listAvailableRooms, async ({ query: { date, room_id }, now }) => {
    const key = `times of room ${room_id} on ${date}`
    const answer = await app.snapshots.get(key, now, async (tx) => {
      const all_slots = await findRoomSlots(tx, { date, place_id: room_id })
      const available_slots = bookableNow(all_slots, now)
      const shown: ResponseOf<typeof listAvailableRooms> = { all_slots, available_slots }
      return asSnapshot(all_slots, shown, nextStart(all_slots, now))
    })
    return answer ?? { all_slots: [], available_slots: [] }
  })
}
