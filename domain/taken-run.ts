import { partOf, runFrom } from './free-run.ts'
import type { Time } from './free-times.ts'
import type { Instant } from './madrid-time.ts'
import { slotState } from './slot.ts'
import { hasTierFor, type TierFlags } from './tier.ts'
import type { Search } from './time-first.ts'

type DaySlot = Time & { is_locked: boolean; reservation: unknown }

/** The member who would wait: the slots that their own reservations hold, and whether they may book at the place. */
type Waiter = { ownSlots: ReadonlySet<number>; hasTier: boolean }

/** True when somebody else has a slot that could be waited for: it is neither past nor the member's own. */
const isTaken = (slot: DaySlot, { ownSlots }: Waiter, date: string, now: Instant): boolean =>
  slotState(slot, date, now) === 'reserved' && !ownSlots.has(slot.id)

/** True when one at least of these slots is taken, so that the others can only be waited for with it. */
export const hasTaken = (slots: readonly DaySlot[], waiter: Waiter, date: string, now: Instant): boolean =>
  slots.some((slot) => isTaken(slot, waiter, date, now))

/**
 * The slots from one on without a gap that a member could wait for together: taken or free ones, none of them past,
 * locked or the member's own. None when the place is above their tier. `slots` are a place's day in order.
 */
export function takenRun<S extends DaySlot>(
  slots: readonly S[],
  id: number,
  waiter: Waiter,
  date: string,
  now: Instant,
): S[] {
  if (!waiter.hasTier) return []
  const wanted = slots.filter(
    (slot) => slotState(slot, date, now) === 'available' || isTaken(slot, waiter, date, now),
  )
  return runFrom(wanted, id)
}

type Wait = Search & { ownSlots: ReadonlySet<number> }
type DayPlace = TierFlags & { slots: readonly DaySlot[] }

const waiterAt = (place: DayPlace, { member, ownSlots }: Wait): Waiter => ({
  ownSlots,
  hasTier: hasTierFor(member, place),
})

/** The times to begin at for which this member could wait at one place at least, in order. */
export function takenTimes(places: readonly DayPlace[], wait: Wait): string[] {
  const times = places.flatMap((place) => {
    const waiter = waiterAt(place, wait)
    return waiter.hasTier ? place.slots.filter((slot) => isTaken(slot, waiter, wait.date, wait.now)) : []
  })
  return [...new Set(times.map(({ time }) => time))].toSorted((a, b) => a.localeCompare(b))
}

/**
 * The docents or rooms for which this member could wait at a time, each with its slots: one (`minutes` is null), or those
 * of a meeting that lasts so long, of which one at least is taken.
 */
export const placesTakenFor = <P extends DayPlace>(
  places: readonly P[],
  wanted: { time: string; minutes: number | null },
  wait: Wait,
): { place: P; slots: Time[] }[] =>
  places.flatMap((place) => {
    const waiter = waiterAt(place, wait)
    const first = place.slots.find(({ time }) => time === wanted.time)
    const run = first ? takenRun(place.slots, first.id, waiter, wait.date, wait.now) : []
    const slots = wanted.minutes === null ? run.slice(0, 1) : (partOf(run, wanted.minutes) ?? [])
    return hasTaken(slots, waiter, wait.date, wait.now) ? [{ place, slots }] : []
  })
