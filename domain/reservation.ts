import { MINUTE, madridDate, type Instant } from './madrid-time.ts'

export const STATUSES = [
  'PENDING',
  'APPROVED',
  'CANCEL_REQUESTED',
  'COMPLETED',
  'REJECTED',
  'CANCELLED',
] as const
export type Status = (typeof STATUSES)[number]

export type ReservationKind = 'VIP_TOUR' | 'GROUP_MEETING'
export type Actor = 'member' | 'admin'

export const ADMIN_ACTIONS = [
  'approve',
  'reject',
  'cancel',
  'complete',
  'approve_cancellation',
  'reject_cancellation',
] as const
export type AdminAction = (typeof ADMIN_ACTIONS)[number]
export type MemberAction = 'request_cancellation' | 'end_early'
export type Action = AdminAction | MemberAction | 'take_back'

export type ReservationFacts = { kind: ReservationKind; status: Status; starts_at: Instant; ends_at: Instant }

type Transition = { by: Actor; from: readonly Status[]; to: Status; needsReason: boolean }

export const TRANSITIONS: Readonly<Record<Action, Transition>> = {
  approve: { by: 'admin', from: ['PENDING'], to: 'APPROVED', needsReason: false },
  take_back: { by: 'admin', from: ['APPROVED'], to: 'PENDING', needsReason: false },
  reject: { by: 'admin', from: ['PENDING'], to: 'REJECTED', needsReason: true },
  cancel: { by: 'admin', from: ['PENDING', 'APPROVED'], to: 'CANCELLED', needsReason: true },
  complete: { by: 'admin', from: ['APPROVED'], to: 'COMPLETED', needsReason: false },
  approve_cancellation: { by: 'admin', from: ['CANCEL_REQUESTED'], to: 'CANCELLED', needsReason: false },
  reject_cancellation: { by: 'admin', from: ['CANCEL_REQUESTED'], to: 'APPROVED', needsReason: false },
  request_cancellation: { by: 'member', from: ['APPROVED'], to: 'CANCEL_REQUESTED', needsReason: true },
  end_early: { by: 'member', from: ['APPROVED'], to: 'COMPLETED', needsReason: false },
}

/** Completed reservations hold only begun slots. */
export const HOLDING: readonly Status[] = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']

const hasStarted = (r: ReservationFacts, now: Instant) => r.starts_at <= now
const hasEnded = (r: ReservationFacts, now: Instant) => r.ends_at <= now

/** Approved ones become completed at their end. */
export const displayedStatus = (r: ReservationFacts, now: Instant): Status =>
  r.status === 'APPROVED' && hasEnded(r, now) ? 'COMPLETED' : r.status

export type EarlyEnd = 'early' | 'before_start'

export const earlyEndOf = (starts_at: Instant, ended_at: Instant | null): EarlyEnd | null =>
  ended_at === null ? null : ended_at < starts_at ? 'before_start' : 'early'

export const ACTIVE: readonly Status[] = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED']

/** Deleting its slots or place cancels it. */
export const isActive = (r: ReservationFacts, now: Instant): boolean =>
  ACTIVE.includes(displayedStatus(r, now))

/** Changes must be mailed to the member. */
export const isCountedOn = (r: ReservationFacts, now: Instant): boolean =>
  ['APPROVED', 'CANCEL_REQUESTED'].includes(r.status) && !hasEnded(r, now)

export const TAKING_PLACE: readonly Status[] = ['APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']

export const takesPlace = (displayed: Status): boolean => TAKING_PLACE.includes(displayed)

/** Undecided past its end; closing it sends no automatic mail. */
export const isPastRequest = (r: ReservationFacts, now: Instant): boolean =>
  r.status === 'PENDING' && hasEnded(r, now)

/** Neither called off nor over; cancelling must notify the member. */
export const isAwaited = (r: ReservationFacts, now: Instant): boolean =>
  ACTIVE.includes(r.status) && !hasEnded(r, now)

/** Null if actor, status or time forbids it. */
export function nextStatus(r: ReservationFacts, action: Action, by: Actor, now: Instant): Status | null {
  const transition = TRANSITIONS[action]
  if (transition.by !== by || !transition.from.includes(displayedStatus(r, now))) return null
  if (action === 'request_cancellation' && hasStarted(r, now)) return null
  if (action === 'approve' && hasEnded(r, now)) return null
  if (action === 'end_early' && (r.kind !== 'GROUP_MEETING' || madridDate(r.starts_at) !== madridDate(now)))
    return null
  return transition.to
}

export function checkAction(
  r: ReservationFacts,
  action: Action,
  by: Actor,
  now: Instant,
): 'past_time' | 'invalid_transition' | null {
  if (nextStatus(r, action, by, now) !== null) return null
  return action === 'approve' && isPastRequest(r, now) ? 'past_time' : 'invalid_transition'
}

export const canCancel = (r: ReservationFacts, viewer: Actor, now: Instant): boolean =>
  nextStatus(r, viewer === 'member' ? 'request_cancellation' : 'cancel', viewer, now) !== null

export const canChangeTime = (r: ReservationFacts, now: Instant): boolean => canCancel(r, 'member', now)

export const canComplete = (r: ReservationFacts, now: Instant): boolean =>
  hasStarted(r, now) && nextStatus(r, 'complete', 'admin', now) !== null

export const canEndEarly = (r: ReservationFacts, now: Instant): boolean =>
  nextStatus(r, 'end_early', 'member', now) !== null

export const canGiveFeedback = (r: ReservationFacts, now: Instant): boolean =>
  r.kind === 'GROUP_MEETING' && ['APPROVED', 'COMPLETED'].includes(displayedStatus(r, now))

export const canAddToCalendar = (r: ReservationFacts, now: Instant): boolean =>
  displayedStatus(r, now) === 'APPROVED'

/** When members may book; administrators always may. */
export type BookingWindow = {
  /** Null: at once. */
  opens_at: Instant | null
  /** Before a slot starts. */
  closes_minutes: number
}

export type WindowProblem = 'not_open' | 'booking_closed'

/** Slots that start until then are closed. */
export const closedUntil = ({ closes_minutes }: BookingWindow, now: Instant): Instant =>
  now + closes_minutes * MINUTE

export function checkWindow(
  window: BookingWindow,
  starts: readonly Instant[],
  now: Instant,
): WindowProblem | null {
  if (window.opens_at !== null && now < window.opens_at) return 'not_open'
  return starts.some((starts_at) => starts_at <= closedUntil(window, now)) ? 'booking_closed' : null
}

/** Booking would open after the last date. */
export const opensTooLate = (opens_at: Instant, last_date: string): boolean =>
  madridDate(opens_at) > last_date

/** When time alone opens or closes a slot. */
export const windowChanges = (window: BookingWindow, starts_at: Instant): Instant[] => [
  window.opens_at ?? starts_at,
  starts_at - window.closes_minutes * MINUTE,
]
