import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { call } from '../../api/client.ts'
import type { ChosenSlot } from '../../paths.ts'
import type { ChosenBooking } from './use-booking-form.ts'

/** The chosen slots with the ids by which they are booked, which the schedule of a day need not name. */
export async function bookableSlots(booking: ChosenBooking): Promise<readonly ChosenSlot[]> {
  const { kind, date, place, slots } = booking
  if (slots.every(({ id }) => id > 0)) return slots
  const place_id = String(place.id)
  const there =
    kind === 'tour'
      ? await call(listAvailableTours, { query: { date, docent_id: place_id } })
      : (await call(listAvailableRooms, { query: { date, room_id: place_id } })).all_slots
  return slots.map((slot) => ({ ...slot, id: there.find(({ time }) => time === slot.time)?.id ?? slot.id }))
}
