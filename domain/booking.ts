import type { Instant } from './madrid-time.ts'
import {
  canChangeTime,
  checkWindow,
  type BookingWindow,
  type ReservationFacts,
  type ReservationKind,
  type WindowProblem,
} from './reservation.ts'
import { hasTierFor, tierOf, type Tier, type TierFlags } from './tier.ts'

export const TOUR_MAX_VISITORS = 30

export function checkPartySize(count: number, max: number): 'too_few' | 'too_many' | null {
  if (isPartySize(count, max)) return null
  return count > max ? 'too_many' : 'too_few'
}

/** A whole number, 1 to `max`. */
export const isPartySize = (count: number, max: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= max

export type BookableSlot = {
  id: number
  place_id: number
  event_date_id: number
  time: string
  end_time: string
  duration: number
  starts_at: Instant
  is_locked: boolean
  is_held: boolean
  /** Held by the reservation being moved; may have begun. */
  is_kept?: boolean
}

export type BookingProblem =
  | 'unknown_slot'
  | 'wrong_date'
  | 'wrong_place'
  | 'not_consecutive'
  | 'party_size'
  | 'tier_required'
  | 'past_time'
  | WindowProblem
  | 'slot_taken'
  | 'slot_locked'
  | LimitProblem
  | ChangeProblem

export type LimitProblem = 'too_many_reservations' | 'too_much_time'

export type ChangeProblem = 'not_found' | 'invalid_transition' | 'change_pending'

export type Replaced = ReservationFacts & { has_change: boolean }

/** May a new request replace it? */
export function checkChange(
  replaced: Replaced | null,
  kind: ReservationKind,
  now: Instant,
): ChangeProblem | null {
  if (replaced?.kind !== kind) return 'not_found'
  if (replaced.has_change) return 'change_pending'
  return canChangeTime(replaced, now) ? null : 'invalid_transition'
}

export type BookingRequest = {
  /** Includes slots that do not exist. */
  wanted: number
  slots: readonly BookableSlot[]
  event_date_id: number
  place_id: number
  place_tier: TierFlags
  member: TierFlags
  overrules_tier?: boolean
  count: number
  most_visitors: number
  limit?: BookingLimit | undefined
  window?: BookingWindow | undefined
}

export type BookingLimit = {
  own: number
  most: number
  /** Sum of all live reservations on that date. */
  minutes: number
  most_minutes: number
  /** The limit for one meeting; null for a tour. */
  most_at_once: number | null
}

export const isTooLong = ({ most_at_once }: BookingLimit, minutes: number): boolean =>
  most_at_once !== null && minutes > most_at_once

export function checkLimit(limit: BookingLimit, wanted: number): LimitProblem | null {
  if (limit.own >= limit.most) return 'too_many_reservations'
  return isTooLong(limit, wanted) || limit.minutes + wanted > limit.most_minutes ? 'too_much_time' : null
}

export const minutesOf = (slots: readonly { duration: number }[]): number =>
  slots.reduce((sum, { duration }) => sum + duration, 0)

/** First broken rule, or null; request errors precede tier, time, window, availability and limits. */
export function checkBooking(request: BookingRequest, now: Instant): BookingProblem | null {
  const { slots, window } = request
  if (slots.length === 0 || slots.length !== request.wanted) return 'unknown_slot'
  if (slots.some((slot) => slot.place_id !== request.place_id)) return 'wrong_place'
  if (slots.some((slot) => slot.event_date_id !== request.event_date_id)) return 'wrong_date'
  if (!isConsecutive(slots)) return 'not_consecutive'
  if (!isPartySize(request.count, request.most_visitors)) return 'party_size'
  if (!request.overrules_tier && !hasTierFor(request.member, request.place_tier)) return 'tier_required'
  if (slots.some((slot) => !slot.is_kept && slot.starts_at <= now)) return 'past_time'
  const starts = slots.map(({ starts_at }) => starts_at)
  const closed = window && checkWindow(window, starts, now)
  if (closed) return closed
  if (slots.some((slot) => slot.is_held)) return 'slot_taken'
  if (slots.some((slot) => slot.is_locked)) return 'slot_locked'
  return request.limit ? checkLimit(request.limit, minutesOf(slots)) : null
}

type Asked = Pick<
  BookingRequest,
  'event_date_id' | 'member' | 'overrules_tier' | 'count' | 'limit' | 'window'
>

export const checkTourBooking = (
  { slot, docent_tier, ...request }: Asked & { slot: BookableSlot | undefined; docent_tier: TierFlags },
  now: Instant,
): BookingProblem | null =>
  checkBooking(
    {
      ...request,
      wanted: 1,
      slots: slot ? [slot] : [],
      place_id: slot?.place_id ?? 0,
      place_tier: docent_tier,
      most_visitors: TOUR_MAX_VISITORS,
    },
    now,
  )

type Run = Pick<BookingRequest, 'wanted' | 'slots'> & { room: TierFlags & { id: number; size: number } }

export const checkMeetingBooking = ({ room, ...request }: Asked & Run, now: Instant): BookingProblem | null =>
  checkBooking({ ...request, place_id: room.id, place_tier: room, most_visitors: room.size }, now)

export const AUTO_APPROVE = ['none', 'vvip', 'vip', 'all'] as const
export type AutoApprove = (typeof AUTO_APPROVE)[number]

const APPROVED_AT_ONCE: Readonly<Record<AutoApprove, readonly Tier[]>> = {
  none: [],
  vvip: ['VVIP'],
  vip: ['VVIP', 'VIP'],
  all: ['VVIP', 'VIP', 'normal'],
}

export const isAutoApproved = (rule: AutoApprove, member: TierFlags): boolean =>
  APPROVED_AT_ONCE[rule].includes(tierOf(member))

/** In any input order. */
export function isConsecutive(slots: readonly Pick<BookableSlot, 'time' | 'end_time'>[]): boolean {
  const ordered = [...slots].sort((a, b) => a.time.localeCompare(b.time))
  return ordered.every((slot, i) => i === 0 || ordered[i - 1]!.end_time === slot.time)
}
