import {
  checkBooking,
  checkLimit,
  isPartySize,
  type BookableSlot,
  type BookingLimit,
  type LimitProblem,
} from './booking.ts'
import { closedUntil, type BookingWindow } from './reservation.ts'
import type { Instant } from './madrid-time.ts'
import { hasTierFor, rankOf, type TierFlags } from './tier.ts'

export const PASSED_OVER = [
  'tier_required',
  'party_size',
  'has_other',
  'too_many_reservations',
  'too_much_time',
] as const
export type PassedOver = (typeof PASSED_OVER)[number]

export const WAITLIST_STATES = [
  'waiting',
  'served',
  'left',
  'removed',
  'time_deleted',
  'booked',
  'expired',
] as const
export type WaitlistState = (typeof WAITLIST_STATES)[number]
export type WaitlistOutcome = Exclude<WaitlistState, 'waiting'>

export type InLine = {
  id: number
  since: Instant
  member: TierFlags & { id: number }
  slot_ids: readonly number[]
}

export type Candidate = InLine & {
  place: TierFlags & { id: number }
  count: number
  most_visitors: number
  date: string
  minutes: number
  /** The member has an approved reservation at that time. */
  has_other: boolean
  limit: BookingLimit
}

/** By tier, then waiting time. */
export const inServingOrder = <Entry extends InLine>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => rankOf(b.member) - rankOf(a.member) || a.since - b.since || a.id - b.id)

/** From 1; counts earlier entries that share a slot. */
export function placeInLine(entry: InLine, entries: readonly InLine[]): number {
  const wanted = new Set(entry.slot_ids)
  const order = inServingOrder([entry, ...entries.filter(({ id }) => id !== entry.id)])
  const before = order.slice(
    0,
    order.findIndex(({ id }) => id === entry.id),
  )
  return 1 + before.filter(({ slot_ids }) => slot_ids.some((id) => wanted.has(id))).length
}

type EntryFacts = {
  outcome: WaitlistOutcome | null
  starts_at: Instant
  window: BookingWindow
  lacks_slots: boolean
  holds_own: boolean
}

/** Stored, or derived. */
export function stateOf(
  { outcome, starts_at, window, lacks_slots, holds_own }: EntryFacts,
  now: Instant,
): WaitlistState {
  if (outcome) return outcome
  if (starts_at <= closedUntil(window, now)) return holds_own ? 'booked' : 'expired'
  if (lacks_slots) return 'time_deleted'
  return holds_own ? 'booked' : 'waiting'
}

type Servable = Candidate & { window: BookingWindow }

/** Reason to skip an entry despite free slots, or null. */
export function checkTurn({
  member,
  place,
  count,
  most_visitors,
  has_other,
  minutes,
  limit,
}: Candidate): PassedOver | null {
  if (!isPartySize(count, most_visitors)) return 'party_size'
  if (!hasTierFor(member, place)) return 'tier_required'
  if (has_other) return 'has_other'
  return checkLimit(limit, minutes)
}

/** One entry of each member; its further ones reserve their slots. Skipped ones continue waiting. */
export function chooseServed<Entry extends Servable>(
  entries: readonly Entry[],
  slots: ReadonlyMap<number, BookableSlot>,
  now: Instant,
): Entry[] {
  const taken = new Set<number>()
  const served = new Map<number, Entry>()
  for (const entry of inServingOrder(entries)) {
    const own = entry.slot_ids
      .flatMap((id) => slots.get(id) ?? [])
      .map((slot) => ({ ...slot, is_held: slot.is_held || taken.has(slot.id) }))
    const request = {
      ...entry,
      wanted: entry.slot_ids.length,
      slots: own,
      event_date_id: own[0]?.event_date_id ?? 0,
      place_id: entry.place.id,
      place_tier: entry.place,
    }
    const isNext = served.has(entry.member.id)
    if (!isNext && (checkTurn(entry) ?? checkBooking(request, now))) continue
    for (const id of entry.slot_ids) taken.add(id)
    if (!isNext) served.set(entry.member.id, entry)
  }
  return [...served.values()]
}

export type JoiningFacts = {
  is_free: boolean
  is_own: boolean
  is_waiting: boolean
  waiting: number
  most_entries: number
  minutes: number
  limit: BookingLimit
}

export type JoiningProblem =
  | 'slot_free'
  | 'already_reserved'
  | 'waitlist_off'
  | 'already_waiting'
  | 'too_many_entries'
  | LimitProblem

/** The refusal, or null. Free times must be booked. */
export function checkJoining(facts: JoiningFacts): JoiningProblem | null {
  const { waiting, most_entries, minutes, limit } = facts
  if (facts.is_free) return 'slot_free'
  if (facts.is_own) return 'already_reserved'
  if (most_entries === 0) return 'waitlist_off'
  if (facts.is_waiting) return 'already_waiting'
  if (waiting >= most_entries) return 'too_many_entries'
  return checkLimit(limit, minutes)
}
