import type { Member } from '../../../../contract/member.ts'
import type { BookableSlot } from '../../../../domain/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import type { TierFlags } from '../../../../domain/tier.ts'
import type { Settings } from '../../settings/queries.ts'

type SlotFacts = BookableSlot & { date: string; duration: number; ends_at: Instant }
/** A docent or room: `size` is a room's. */
type PlaceFacts = TierFlags & { id: number; name: string; size: number }

/** Everything that a booking is judged by and written from, as one reading of the database has found it. */
export type Facts = {
  member: Member
  /** Null when it is gone, or was never there. */
  place: PlaceFacts | null
  /** Those of the wanted slots that are there, in the order of their start. */
  slots: SlotFacts[]
  event: Settings
}

/**
 * Facts of before, kept so that a booking need not read them first. They may be old: a booking that they let pass is
 * written only if the database says the same, and none is refused by them.
 */
export type KeptFacts = {
  find(kind: ReservationKind, wanted: readonly number[], member: Member): Facts | undefined
  learn(facts: Omit<Facts, 'member'>): void
}

// A few megabytes: some days of a very large event.
const MAX_KEPT = 10_000

export function makeKeptFacts(): KeptFacts {
  const slots = new Map<number, SlotFacts>()
  const places = { VIP_TOUR: new Map<number, PlaceFacts>(), GROUP_MEETING: new Map<number, PlaceFacts>() }
  let event: Settings | undefined

  function keep(found: readonly SlotFacts[]) {
    for (const slot of found) {
      slots.delete(slot.id)
      slots.set(slot.id, slot)
    }
    // The first of a map is behind all that were taken out of it, and not looked for without need.
    while (slots.size > MAX_KEPT) slots.delete(slots.keys().next().value!)
  }

  return {
    find(kind, wanted, member) {
      const found = wanted.map((id) => slots.get(id))
      const place = places[kind].get(found[0]?.place_id ?? 0)
      if (!event || !place || found.includes(undefined)) return undefined
      const inOrder = (found as SlotFacts[]).toSorted((a, b) => a.starts_at - b.starts_at)
      return { member, place, slots: inOrder, event }
    },
    learn(facts) {
      const { place } = facts
      if (place) places['size' in place ? 'GROUP_MEETING' : 'VIP_TOUR'].set(place.id, place)
      keep(facts.slots)
      event = facts.event
    },
  }
}
