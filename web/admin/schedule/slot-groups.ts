import type { Docent, Room } from '../../../contract/place.ts'
import type { RoomSlotAsAdmin, TourSlotAsAdmin } from '../../../contract/admin/slots.ts'
import { groupBy } from '../../../domain/group-by.ts'

export type Slot = TourSlotAsAdmin | RoomSlotAsAdmin

/** In order of start. */
export type SlotGroup = { key: string; date: string; place: Docent | Room; slots: readonly Slot[] }

export type SlotDay = { date: string; groups: readonly SlotGroup[] }

export type SlotLook = 'available' | 'held' | 'locked' | 'locked-held'

type Looked = Pick<Slot, 'is_locked' | 'available'> & { held?: boolean }

/** A locked slot still shows that it is booked. */
export const lookOf = ({ is_locked, available, held = !available && !is_locked }: Looked): SlotLook =>
  is_locked ? (held ? 'locked-held' : 'locked') : held ? 'held' : 'available'

/** Dates in order, places in order of addition. */
export function groupSlots(slots: readonly Slot[]): SlotDay[] {
  return [...groupBy(slots, ({ event_date }) => event_date.date)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, ofDate]) => ({
      date,
      groups: [...groupBy(ofDate, (slot) => placeOf(slot).id)]
        .sort(([a], [b]) => a - b)
        .map(([id, slots]) => ({ key: `${date} ${id}`, date, place: placeOf(slots[0]!), slots })),
    }))
}

const placeOf = (slot: Slot) => ('docent' in slot ? slot.docent : slot.room)

/** Never splits the slots of one place and date, so that no meeting is counted in two portions. */
export function portionsOf(days: readonly SlotDay[], chosen: readonly number[], max: number): number[][] {
  const wanted = new Set(chosen)
  const portions: number[][] = []
  for (const { slots } of days.flatMap(({ groups }) => groups)) {
    const ids = slots.map(({ id }) => id).filter((id) => wanted.has(id))
    const last = portions.at(-1)
    if (ids.length === 0) continue
    if (last && last.length + ids.length <= max) last.push(...ids)
    else portions.push(ids)
  }
  return portions
}
