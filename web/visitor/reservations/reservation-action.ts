import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { canAddToCalendar, canCancel, canEndEarly, canGiveFeedback } from '../../../domain/reservation.ts'

const RULES = {
  cancel: (facts, now) => canCancel(facts, 'member', now),
  end: canEndEarly,
  feedback: canGiveFeedback,
  calendar: canAddToCalendar,
} as const satisfies Record<string, typeof canEndEarly>

export type MemberAction = keyof typeof RULES

export type DialogAction = Exclude<MemberAction, 'calendar'>

export type ActionDialogProps = {
  /** Current, also while the dialog is open. */
  reservation: Reservation
  now: Instant
  onClose: () => void
  onDone: () => void
}

export const mayDo = (action: MemberAction, reservation: Reservation, now: Instant): boolean =>
  RULES[action](reservationFacts(reservation), now)

export const openActions = (reservation: Reservation, now: Instant): MemberAction[] =>
  (Object.keys(RULES) as MemberAction[]).filter((action) => mayDo(action, reservation, now))
