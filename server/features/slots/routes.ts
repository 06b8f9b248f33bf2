import type { FastifyInstance } from 'fastify'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { route } from '../../http/route.ts'
import { readDay } from '../schedule/queries.ts'
import { asMember, roomSlotsOf, tourSlotsOf } from './queries.ts'

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
      const { show, valid_until } = asMember(day, now)
      return { slots: tourSlotsOf(day, docent_id).map(show), valid_until }
    }),
  )
  route(app, listAvailableRooms, ({ query: { date, room_id }, now }) =>
    readSlots(`room ${room_id} ${date}`, now, async () => {
      const day = await readDay(app, date, now)
      if (!day?.slots.GROUP_MEETING.has(room_id))
        return { slots: { all_slots: [], available_slots: [] }, valid_until: now }
      const { show, isBookable, valid_until } = asMember(day, now)
      const all_slots = roomSlotsOf(day, room_id).map(show)
      return { slots: { all_slots, available_slots: all_slots.filter(isBookable) }, valid_until }
    }),
  )
}
