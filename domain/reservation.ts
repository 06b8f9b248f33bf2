import { madridDate, type Instant } from './madrid-time.ts'

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
/** `take_back` undoes an approval; `checkTakeBack` says until when. */
export type Action = AdminAction | MemberAction | 'take_back'

/** The facts of a reservation that the rules need; the instants are its first slot's start and its last one's end. */
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

/** Statuses in which a reservation keeps its slots. A completed one keeps those that have begun. */
export const HOLDING: readonly Status[] = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']

const hasStarted = (r: ReservationFacts, now: Instant) => r.starts_at <= now
const hasEnded = (r: ReservationFacts, now: Instant) => r.ends_at <= now

/** The status that everyone sees: an approved reservation whose end has come counts as completed. */
export const displayedStatus = (r: ReservationFacts, now: Instant): Status =>
  r.status === 'APPROVED' && hasEnded(r, now) ? 'COMPLETED' : r.status

/** How a reservation ended before its planned end: early, or before it had begun, so that it never took place. */
export type EarlyEnd = 'early' | 'before_start'

/** Whether a reservation ended before its planned end, and how; null for every other one. */
export const earlyEndOf = (starts_at: Instant, ended_at: Instant | null): EarlyEnd | null =>
  ended_at === null ? null : ended_at < starts_at ? 'before_start' : 'early'

/** Statuses that something is still to come of, unless the end of an approved one has come. */
export const ACTIVE: readonly Status[] = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED']

/** True while a reservation is still to take place or to be decided: a deletion of what it needs has to cancel it. */
export const isActive = (r: ReservationFacts, now: Instant): boolean =>
  ACTIVE.includes(displayedStatus(r, now))

/** Whether nothing more comes of it, decided or not: it was called off or done, or its end has come. */
export const isOver = (r: ReservationFacts, now: Instant): boolean =>
  hasEnded(r, now) || !ACTIVE.includes(r.status)

/** Whether its member counts on it, and has to hear of what changes about it: agreed, and not over. */
export const isCountedOn = (r: ReservationFacts, now: Instant): boolean =>
  ['APPROVED', 'CANCEL_REQUESTED'].includes(r.status) && !hasEnded(r, now)

const TAKING_PLACE: readonly Status[] = ['APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']

/** Whether it takes place or has taken place, as far as anybody knows: agreed, and not called off. */
export const takesPlace = (displayed: Status): boolean => TAKING_PLACE.includes(displayed)

/**
 * Whether it is a request that nobody decided before its time was over. Its end helps nobody any more, so its member is
 * mailed of it only when an administrator wants that.
 */
export const isPastRequest = (r: ReservationFacts, now: Instant): boolean =>
  r.status === 'PENDING' && hasEnded(r, now)

/**
 * Whether somebody still waits for it, or for an answer about it: a deletion that cancels it has to tell its member. Of the
 * active ones past requests alone are none.
 */
export const isAwaited = (r: ReservationFacts, now: Instant): boolean =>
  isActive(r, now) && !isPastRequest(r, now)

/**
 * The status that an action leads to, or null when it is not allowed: wrong actor, wrong displayed status, or too late (a
 * cancel request after the start, an early end of a tour or on another day, an approval after the end).
 */
export function nextStatus(r: ReservationFacts, action: Action, by: Actor, now: Instant): Status | null {
  const transition = TRANSITIONS[action]
  if (transition.by !== by || !transition.from.includes(displayedStatus(r, now))) return null
  if (action === 'request_cancellation' && hasStarted(r, now)) return null
  if (action === 'approve' && hasEnded(r, now)) return null
  if (action === 'end_early' && (r.kind !== 'GROUP_MEETING' || madridDate(r.starts_at) !== madridDate(now)))
    return null
  return transition.to
}

/** The refusal of an action that is not allowed, else null: `past_time` for the approval of a past request. */
export function checkAction(
  r: ReservationFacts,
  action: Action,
  by: Actor,
  now: Instant,
): 'past_time' | 'invalid_transition' | null {
  if (nextStatus(r, action, by, now) !== null) return null
  return action === 'approve' && isPastRequest(r, now) ? 'past_time' : 'invalid_transition'
}

/** Whether the one who looks may cancel: a member an approved one before its start, an administrator a live one. */
export const canCancel = (r: ReservationFacts, viewer: Actor, now: Instant): boolean =>
  nextStatus(r, viewer === 'member' ? 'request_cancellation' : 'cancel', viewer, now) !== null

/** Whether it makes sense to say that it is over: an approved one that has begun. */
export const canComplete = (r: ReservationFacts, now: Instant): boolean =>
  hasStarted(r, now) && nextStatus(r, 'complete', 'admin', now) !== null

/** Whether its member may end it now: an approved meeting of today that is not over. */
export const canEndEarly = (r: ReservationFacts, now: Instant): boolean =>
  nextStatus(r, 'end_early', 'member', now) !== null

/** Whether its member may say how it was: a meeting that is approved or over. */
export const canGiveFeedback = (r: ReservationFacts, now: Instant): boolean =>
  r.kind === 'GROUP_MEETING' && ['APPROVED', 'COMPLETED'].includes(displayedStatus(r, now))

/** Whether its member may take it into a calendar: a reservation that is approved and not over. */
export const canAddToCalendar = (r: ReservationFacts, now: Instant): boolean =>
  displayedStatus(r, now) === 'APPROVED'
