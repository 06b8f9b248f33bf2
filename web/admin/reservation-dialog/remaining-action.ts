import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { AdminAction } from '../../../domain/reservation.ts'
import { mayDo } from './decide.ts'

const ENDING: readonly AdminAction[] = ['reject', 'cancel', 'approve_cancellation']

/** The rest of a decision after a colleague's; undefined if nothing is left. */
export function remainingAction(
  decision: AdminAction,
  reservation: Reservation,
  now: Instant,
): AdminAction | undefined {
  if (mayDo(reservation, decision, now)) return decision
  return ENDING.includes(decision) ? ENDING.find((action) => mayDo(reservation, action, now)) : undefined
}
