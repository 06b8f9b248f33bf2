import { checkBooking, type BookableSlot, type BookingProblem } from './booking.ts'
import { groupBy } from './group-by.ts'
import type { Instant } from './madrid-time.ts'
import { ACTIVE, type ReservationFacts, type ReservationKind } from './reservation.ts'
import { minutesOf, overlaps, slotTimes, timeOf, type Interval, type SlotTimes } from './slot.ts'
import type { TierFlags } from './tier.ts'

export type Outcome = 'ok' | 'taken' | 'tier' | 'capacity' | 'outside'

/** `to` is exclusive. */
export type Hours = { from?: string | undefined; to?: string | undefined }

export const startsWithin = (time: string, { from = '00:00', to = '24:00' }: Hours): boolean =>
  from <= time && time < to

export const isAffected = (r: ReservationFacts & { time: string }, hours: Hours, now: Instant): boolean =>
  ACTIVE.includes(r.status) && r.starts_at > now && startsWithin(r.time, hours)

export type PlacedSlot = BookableSlot & Interval & { kind: ReservationKind; reservation_id: number | null }

export type Move = {
  id: number
  kind: ReservationKind
  requested_at: Instant
  time: string
  end_time: string
  member: TierFlags
  count: number
  place: TierFlags & { id: number; most_visitors: number }
}

const keyOfPlace = ({ kind, place_id }: Pick<PlacedSlot, 'kind' | 'place_id'>) => `${kind} ${place_id}`

export type Judged<Slot> = { outcome: Outcome; slots: readonly Slot[] }

const OUTCOMES: Partial<Record<BookingProblem, Outcome>> = {
  slot_taken: 'taken',
  slot_locked: 'taken',
  tier_required: 'tier',
  party_size: 'capacity',
}

function atSameTime<Slot extends PlacedSlot>({ kind, time, end_time }: Move, ofPlace: readonly Slot[]) {
  const first = ofPlace.findIndex((slot) => slot.time === time)
  const last = kind === 'VIP_TOUR' ? first : ofPlace.findIndex((slot) => slot.end_time === end_time)
  return first < 0 ? [] : ofPlace.slice(first, last + 1)
}

/** The earlier request gets a slot that two want, or the lower id. `slots` by start. */
export function judgeMoves<Slot extends PlacedSlot>(
  moves: readonly Move[],
  slots: readonly Slot[],
  now: Instant,
): Map<number, Judged<Slot>> {
  const taken = new Set<number>()
  const judged = new Map<number, Judged<Slot>>()
  const byPlace = groupBy(slots, keyOfPlace)
  for (const move of [...moves].sort((a, b) => a.requested_at - b.requested_at || a.id - b.id)) {
    const { kind, place } = move
    const found = atSameTime(move, byPlace.get(keyOfPlace({ kind, place_id: place.id })) ?? [])
    const request = {
      ...move,
      wanted: found.length,
      slots: found.map((slot) => ({ ...slot, is_held: slot.is_held || taken.has(slot.id) })),
      event_date_id: found[0]?.event_date_id ?? 0,
      place_id: place.id,
      place_tier: place,
      most_visitors: place.most_visitors,
    }
    const problem = checkBooking(request, now)
    if (!problem) for (const { id } of found) taken.add(id)
    judged.set(move.id, { outcome: problem ? (OUTCOMES[problem] ?? 'outside') : 'ok', slots: found })
  }
  return judged
}

export type ShiftProblem = 'outside' | 'past' | 'overlap'
export type Shifted<Slot> = { slot: Slot; to: SlotTimes | null; problem: ShiftProblem | null }

/** Slots held by others than `holders` stay. `slots` are all of the date. */
export function shiftSlots<Slot extends PlacedSlot>(
  slots: readonly Slot[],
  { date, from, minutes, holders }: { date: string; minutes: number; holders: ReadonlySet<number> } & Hours,
  now: Instant,
): Shifted<Slot>[] {
  const moves = (slot: Slot) =>
    slot.starts_at > now &&
    startsWithin(slot.time, { from }) &&
    (slot.reservation_id === null || holders.has(slot.reservation_id))
  const shifted = slots.filter(moves).map((slot) => {
    const start = minutesOf(slot.time) + minutes
    const to = start < 0 || start >= 1440 ? null : slotTimes(date, timeOf(start), slot.duration)
    return { slot, to }
  })
  const stay = slots.filter((slot) => !moves(slot)).map((slot) => ({ slot, to: slot as Interval }))
  const after = groupBy([...stay, ...shifted], ({ slot }) => keyOfPlace(slot))
  const overlapping = (slot: Slot, to: Interval) =>
    after.get(keyOfPlace(slot))!.some((other) => other.slot !== slot && other.to && overlaps(other.to, to))
  return shifted.map(({ slot, to }) => {
    if (!to) return { slot, to, problem: 'outside' }
    if (to.starts_at <= now) return { slot, to, problem: 'past' }
    return { slot, to, problem: overlapping(slot, to) ? 'overlap' : null }
  })
}
