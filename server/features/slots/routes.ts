import type { FastifyInstance } from 'fastify'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { route } from '../../http/route.ts'
import { answerOf, readDay } from './day/queries.ts'
import { bookableNow, nextStart, roomSlotsOf, tourSlotsOf } from './queries.ts'

// Of a place that has no times on that date no answer is kept: nobody can fill the memory with places that are none.
export function slotRoutes(app: FastifyInstance) {
  route(app, listAvailableTours, async ({ query: { date, docent_id }, now }) => {
    const day = await readDay(app.snapshots, date, now)
    if (!day?.slots.VIP_TOUR.has(docent_id)) return []
    return answerOf(day, `docent ${docent_id}`, now, () => ({
      answer: SerializedAnswer.of(tourSlotsOf(day, docent_id)),
    }))
  })
  route(app, listAvailableRooms, async ({ query: { date, room_id }, now }) => {
    const day = await readDay(app.snapshots, date, now)
    if (!day?.slots.GROUP_MEETING.has(room_id)) return { all_slots: [], available_slots: [] }
    return answerOf(day, `room ${room_id}`, now, () => {
      const all_slots = roomSlotsOf(day, room_id)
      const available_slots = bookableNow(all_slots, now)
      return {
        answer: SerializedAnswer.of({ all_slots, available_slots }),
        valid_until: nextStart(all_slots, now),
      }
    })
  })
}
