import { madridDate, type Instant } from './madrid-time.ts'
import { displayedStatus, earlyEndOf, type ReservationFacts } from './reservation.ts'

/** Signs of a code: none is taken for another one, read aloud or by a bad light. */
export const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 6

const CODE = new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)

/** A code as people read it, in two halves: `K7M 2QX`. */
export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

/** The address that a reservation's QR code says: whoever scans it with any camera comes to the desk's screen. */
export const arrivalAddress = (origin: string, code: string): string =>
  `${origin}/admin/arrivals?code=${code}`

/**
 * The code in a text that was typed or scanned, by itself or in the address of a QR code; in small letters, with spaces or
 * hyphens as well. Null when there is none.
 */
export function codeIn(text: string): string | null {
  const [, inAddress] = /[?&]code=([^&#]*)/.exec(text) ?? []
  const bare = (inAddress ?? text).replaceAll(/[\s\p{Pd}\p{Cf}]|%20|\+/gu, '').toUpperCase()
  return CODE.test(bare) ? bare : null
}

/** A reservation as arrivals are judged by. */
export type Expected = ReservationFacts & { arrived_at: Instant | null }

/** Why nobody can arrive for a reservation. */
export type ArrivalProblem =
  | 'not_approved'
  | 'called_off'
  | 'cancel_requested'
  | 'already_arrived'
  | 'over'
  | 'other_day'

/** Why the arrival for a reservation cannot be marked at this moment, or null. */
export function checkArrival(r: Expected, at: Instant): ArrivalProblem | null {
  const status = displayedStatus(r, at)
  if (status === 'PENDING') return 'not_approved'
  if (status === 'REJECTED' || status === 'CANCELLED') return 'called_off'
  if (r.arrived_at !== null) return 'already_arrived'
  if (status === 'CANCEL_REQUESTED') return 'cancel_requested'
  if (status === 'COMPLETED') return 'over'
  return madridDate(r.starts_at) === madridDate(at) ? null : 'other_day'
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long a press may wait for the network until it is no longer believed to be of its own moment. */
const MAX_WAIT = 12 * HOUR

/** The moment of an arrival that was pressed `at` and is heard of now: never ahead, and not from long ago. */
export const arrivalMoment = (at: Instant | undefined, now: Instant): Instant =>
  at === undefined || at > now || at < now - MAX_WAIT ? now : at

/** How long after the start somebody who has not come is late. */
const LATE_MINUTES = 5

/** Where a reservation that takes place stands: still expected, late, there, or over without anybody. */
export type Presence = 'expected' | 'late' | 'arrived' | 'missed'

/** The presence of the visitors of a reservation that takes place. */
export function presenceOf(r: Expected, now: Instant): Presence {
  if (r.arrived_at !== null) return 'arrived'
  if (displayedStatus(r, now) === 'COMPLETED') return 'missed'
  return now >= r.starts_at + LATE_MINUTES * MINUTE ? 'late' : 'expected'
}

/** Whether it belongs to this hour's list: under way, or beginning within the hour. */
export const isOfTheHour = ({ starts_at, ends_at }: ReservationFacts, now: Instant): boolean =>
  ends_at > now && starts_at <= now + HOUR

type Past = Expected & { ended_at: Instant | null }

/**
 * Whether nobody came for a reservation that is over. Of a day on which no arrival was marked nobody knows, and one that
 * was ended before its start was called off in time.
 */
export const isNoShow = (r: Past, isMarkedDay: boolean, now: Instant): boolean =>
  isMarkedDay &&
  r.arrived_at === null &&
  displayedStatus(r, now) === 'COMPLETED' &&
  earlyEndOf(r.starts_at, r.ended_at) !== 'before_start'

/** Whether those who have arrived still count as there when the reservation is moved: not on another day. */
export const keepsArrival = (before: string, after: string): boolean => before === after
