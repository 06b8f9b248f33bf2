import type { FastifyInstance } from 'fastify'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { route } from '../../http/route.ts'
import { readDay } from '../schedule/queries.ts'
import { asMember, bookableNow, nextChange, roomSlotsOf, tourSlotsOf } from './queries.ts'

export function slotRoutes(app: FastifyInstance) {
  const readSlots = <T>(
    key: string,
    now: Instant,
    make: () => Promise<{ slots: T; valid_until?: Instant }>,
  ) =>
    app.snapshots.get({ topic: 'bookings', key }, now, async () => {
      const { slots, ...validity } = await make()
      return { answer: SerializedAnswer.of(slots), ...validity }
    })
  // Not cached without slots: unknown ids must not fill the memory.
  route(app, listAvailableTours, ({ query: { date, docent_id }, now }) =>
    readSlots(`docent ${docent_id} ${date}`, now, async () => {
      const day = await readDay(app, date, now)
      if (!day?.slots.VIP_TOUR.has(docent_id)) return { slots: [], valid_until: now }
      const slots = asMember(tourSlotsOf(day, docent_id), day.window, now)
      return { slots, valid_until: nextChange(slots, day.window, now) }
    }),
  )
  route(app, listAvailableRooms, ({ query: { date, room_id }, now }) =>
    readSlots(`room ${room_id} ${date}`, now, async () => {
      const day = await readDay(app, date, now)
      if (!day?.slots.GROUP_MEETING.has(room_id))
        return { slots: { all_slots: [], available_slots: [] }, valid_until: now }
      const all_slots = asMember(roomSlotsOf(day, room_id), day.window, now)
      const available_slots = bookableNow(all_slots, now)
      return { slots: { all_slots, available_slots }, valid_until: nextChange(all_slots, day.window, now) }
    }),
  )
}
