import { latinKeys } from './hangul-keys.ts'
import { HOUR, MINUTE, madridDate, type Instant } from './madrid-time.ts'
import { displayedStatus, earlyEndOf, type ReservationFacts } from './reservation.ts'

/** Without 0, O, 1 and I, which are easily confused. */
export const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 6

const CODE = new RegExp(`^[${CODE_SIGNS}]{${CODE_LENGTH}}$`)

export const spacedCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`

export const arrivalAddress = (origin: string, code: string): string =>
  `${origin}/admin/arrivals?code=${code}`

/** The code in a typed text or scanned address, or null. */
export function codeIn(text: string): string | null {
  const keys = latinKeys(text).normalize('NFKC')
  const [, inAddress] = /[?&]code=([^&#]*)/i.exec(keys) ?? []
  const bare = (inAddress ?? keys).replaceAll(/[\s\p{Pd}\p{Cf}]|%20|\+/gu, '').toUpperCase()
  return CODE.test(bare) ? bare : null
}

export type Expected = ReservationFacts & { arrived_at: Instant | null }

type Listed = Pick<ReservationFacts, 'status'> & {
  type: ReservationFacts['kind']
  starts_at: string
  ends_at: string
  arrived_at: string | null
}

export const expectedOf = ({ type, status, starts_at, ends_at, arrived_at }: Listed): Expected => ({
  kind: type,
  status,
  starts_at: Date.parse(starts_at),
  ends_at: Date.parse(ends_at),
  arrived_at: arrived_at === null ? null : Date.parse(arrived_at),
})

export type ArrivalProblem =
  | 'not_approved'
  | 'called_off'
  | 'cancel_requested'
  | 'already_arrived'
  | 'over'
  | 'other_day'

/** The reason that prevents an arrival, or null. */
export function checkArrival(r: Expected, at: Instant): ArrivalProblem | null {
  const status = displayedStatus(r, at)
  if (status === 'PENDING') return 'not_approved'
  if (status === 'REJECTED' || status === 'CANCELLED') return 'called_off'
  if (r.arrived_at !== null) return 'already_arrived'
  if (status === 'CANCEL_REQUESTED') return 'cancel_requested'
  if (status === 'COMPLETED') return 'over'
  return madridDate(r.starts_at) === madridDate(at) ? null : 'other_day'
}

/** Completed after the press counts as approved. */
export const atPress = (r: Expected, end: Instant, at: Instant): Expected =>
  r.status === 'COMPLETED' && at < end ? { ...r, status: 'APPROVED' } : r

export const canUndoArrival = ({ arrived_at }: Pick<Expected, 'arrived_at'>, now: Instant): boolean =>
  arrived_at !== null && madridDate(arrived_at) === madridDate(now)

const MAX_WAIT = 72 * HOUR

/** `now` if the reported instant is ahead or three days old. */
export const arrivalMoment = (at: Instant | undefined, now: Instant): Instant =>
  at === undefined || at > now || at < now - MAX_WAIT ? now : at

const LATE_MINUTES = 5

export type Presence = 'expected' | 'late' | 'cancelling' | 'arrived' | 'missed'

export function presenceOf(r: Expected, now: Instant): Presence {
  if (r.arrived_at !== null) return 'arrived'
  const status = displayedStatus(r, now)
  if (status === 'CANCEL_REQUESTED') return 'cancelling'
  if (status === 'COMPLETED') return 'missed'
  return now >= r.starts_at + LATE_MINUTES * MINUTE ? 'late' : 'expected'
}

/** Under way, or beginning within 60 minutes. */
export const isOfTheHour = ({ starts_at, ends_at }: ReservationFacts, now: Instant): boolean =>
  ends_at > now && starts_at <= now + HOUR

const MARKED_SHARE = 0.25

/** Not by a test scan alone. */
export const areNoShowsKnown = (arrived: number, missed: number): boolean =>
  arrived > 0 && arrived >= MARKED_SHARE * (arrived + missed)

type Past = Expected & { ended_at: Instant | null }

/** Ended before its start means cancelled. */
export const isNoShow = (r: Past, isKnown: boolean, now: Instant): boolean =>
  isKnown &&
  r.arrived_at === null &&
  displayedStatus(r, now) === 'COMPLETED' &&
  earlyEndOf(r.starts_at, r.ended_at) !== 'before_start'

/** Another date needs another arrival. */
export const keepsArrival = (before: string, after: string): boolean => before === after
