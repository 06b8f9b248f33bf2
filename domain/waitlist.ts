import { checkBooking, type BookableSlot } from './booking.ts'
import type { Instant } from './madrid-time.ts'
import { hasTierFor, tierOf, type Tier, type TierFlags } from './tier.ts'
import { isPartySize } from './visitor.ts'

/** Why an entry that waits would not get its time if that became free now, though nobody else had it. */
export const PASSED_OVER = ['tier_required', 'party_size', 'too_many_reservations'] as const
export type PassedOver = (typeof PASSED_OVER)[number]

/**
 * The states of an entry: it waits, became a request, or has ended: its member left or was taken off the list, its time
 * was deleted or got by its member otherwise, or it has begun.
 */
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
/** The ends that are written down: all but that of the clock. */
export type WaitlistOutcome = Exclude<WaitlistState, 'waiting' | 'expired'>

/** An entry of a waiting list with the facts of its member that the order hangs on. */
export type InLine = {
  id: number
  /** Since when it waits. */
  since: Instant
  member: TierFlags & { id: number }
  slot_ids: readonly number[]
}

/** An entry with everything by which its turn is judged, as it is at that moment. */
export type Candidate = InLine & {
  /** Its docent or room. */
  place: TierFlags & { id: number }
  count: number
  most_visitors: number
}

const RANKS: readonly Tier[] = ['VVIP', 'VIP', 'normal']
const rankOf = (entry: InLine) => RANKS.indexOf(tierOf(entry.member))

/** Entries as they are served: VVIP before VIP before the rest, and of one tier who has waited longer. */
export const inServingOrder = <Entry extends InLine>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => rankOf(a) - rankOf(b) || a.since - b.since || a.id - b.id)

/** One's place in line: 1, and one more for each entry that comes before it and needs any of its slots. */
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
  /** Some of its slots are not there any more. */
  lacks_slots: boolean
  /** A live reservation of its member holds one of its slots. */
  holds_own: boolean
}

/**
 * The state of an entry at `now`. That its time has begun, was deleted, or is its member's already, is true without
 * anybody having written it.
 */
export function stateOf(
  { outcome, starts_at, lacks_slots, holds_own }: EntryFacts,
  now: Instant,
): WaitlistState {
  if (outcome) return outcome
  if (starts_at <= now) return 'expired'
  if (lacks_slots) return 'time_deleted'
  return holds_own ? 'booked' : 'waiting'
}

/** How many live reservations a member has, and how many they may have. */
export type Limit = { live: number; most: number }

const bookingOf = ({ slot_ids, place, member, count, most_visitors }: Candidate, slots: BookableSlot[]) => ({
  wanted: slot_ids.length,
  slots,
  event_date_id: slots[0]?.event_date_id ?? 0,
  place_id: place.id,
  place_tier: place,
  member,
  count,
  most_visitors,
})

/** Why an entry would be passed over even if all its slots were free, or null: what its member or an administrator can mend. */
export function checkTurn(
  { member, place, count, most_visitors }: Candidate,
  { live, most }: Limit,
): PassedOver | null {
  if (!isPartySize(count, most_visitors)) return 'party_size'
  if (!hasTierFor(member, place)) return 'tier_required'
  return live >= most ? 'too_many_reservations' : null
}

/** The slots and the reservations of members at the moment at which entries are served. */
export type Serving = {
  /** By their ids, those that the entries need. */
  slots: ReadonlyMap<number, BookableSlot>
  /** By member, how many live reservations that have not ended they have. */
  live: ReadonlyMap<number, number>
  /** How many one member may have. */
  most: number
}

/**
 * The entries that are served now, in their order: each gets all of its slots, or none and waits on. Whoever may not book
 * any more, by tier, limit or size of the party, is passed over and keeps waiting: it may be mended before the time begins.
 */
export function chooseServed<Entry extends Candidate>(
  entries: readonly Entry[],
  { slots, live, most }: Serving,
  now: Instant,
): Entry[] {
  const taken = new Set<number>()
  const got = new Map(live)
  return inServingOrder(entries).filter((entry) => {
    const own = got.get(entry.member.id) ?? 0
    const wanted = entry.slot_ids
      .flatMap((id) => slots.get(id) ?? [])
      .map((slot) => ({ ...slot, is_held: slot.is_held || taken.has(slot.id) }))
    const problem = checkTurn(entry, { live: own, most }) ?? checkBooking(bookingOf(entry, wanted), now)
    if (problem) return false
    for (const id of entry.slot_ids) taken.add(id)
    got.set(entry.member.id, own + 1)
    return true
  })
}

/** The facts that decide whether a member is put in line for times that they could book if those were free. */
export type JoiningFacts = {
  /** All of the times can be booked right now. */
  is_free: boolean
  /** A live reservation of the member holds one of them. */
  is_own: boolean
  /** An entry of the member waits for one of them. */
  is_waiting: boolean
  /** How many entries of the member wait, and how many may. */
  waiting: number
  most_entries: number
  limit: Limit
}

export type JoiningProblem =
  | 'slot_free'
  | 'already_reserved'
  | 'waitlist_off'
  | 'already_waiting'
  | 'too_many_entries'
  | 'too_many_reservations'

/** Why a member is not put in line, or null. A time that is free is to be booked, whatever else is in the way of waiting. */
export function checkJoining(facts: JoiningFacts): JoiningProblem | null {
  const { waiting, most_entries, limit } = facts
  if (facts.is_free) return 'slot_free'
  if (facts.is_own) return 'already_reserved'
  if (most_entries === 0) return 'waitlist_off'
  if (facts.is_waiting) return 'already_waiting'
  if (waiting >= most_entries) return 'too_many_entries'
  return limit.live >= limit.most ? 'too_many_reservations' : null
}
