import { partOf, runFrom } from './free-run.ts'
import type { Instant } from './madrid-time.ts'
import { slotState, type DayTime, type Time } from './slot.ts'
import { hasTierFor } from './tier.ts'
import type { DayPlace, Search } from './time-first.ts'

type Waiter = { ownSlots: Pick<ReadonlySet<number>, 'has'>; hasTier: boolean }

const isTaken = (slot: DayTime, { ownSlots }: Waiter, date: string, now: Instant): boolean =>
  slotState(slot, date, now) === 'reserved' && !ownSlots.has(slot.id)

export const hasTaken = (slots: readonly DayTime[], waiter: Waiter, date: string, now: Instant): boolean =>
  slots.some((slot) => isTaken(slot, waiter, date, now))

/** Taken or free, not past, locked or own; gapless. */
export function takenRun<S extends DayTime>(
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

type Wait = Search & { ownSlots: Pick<ReadonlySet<number>, 'has'> }

const waiterAt = (place: DayPlace, { member, ownSlots }: Wait): Waiter => ({
  ownSlots,
  hasTier: hasTierFor(member, place),
})

export function takenTimes(places: readonly DayPlace[], wait: Wait): string[] {
  const times = places.flatMap((place) => {
    const waiter = waiterAt(place, wait)
    return waiter.hasTier ? place.slots.filter((slot) => isTaken(slot, waiter, wait.date, wait.now)) : []
  })
  return [...new Set(times.map(({ time }) => time))].sort((a, b) => a.localeCompare(b))
}

/** Needs at least one taken slot; null `minutes` means one slot. */
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
