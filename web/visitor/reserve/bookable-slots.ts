import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { call } from '../../api/client.ts'
import type { ChosenSlot } from '../../paths.ts'

export type ChosenTimes = {
  kind: 'tour' | 'room'
  place: { id: number }
  date: string
  slots: readonly ChosenSlot[]
}

/** A schedule's answer may lack ids. */
export async function bookableSlots(chosen: ChosenTimes): Promise<readonly ChosenSlot[]> {
  const { kind, date, place, slots } = chosen
  if (slots.every(({ id }) => id > 0)) return slots
  const place_id = String(place.id)
  const there =
    kind === 'tour'
      ? await call(listAvailableTours, { query: { date, docent_id: place_id } })
      : (await call(listAvailableRooms, { query: { date, room_id: place_id } })).all_slots
  return slots.map((slot) => ({ ...slot, id: there.find(({ time }) => time === slot.time)?.id ?? slot.id }))
}
