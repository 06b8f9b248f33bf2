import type { Reservation } from '../../../contract/reservation.ts'
import { decide } from '../reservation-dialog/decide.ts'
import { useDeciding } from '../reservation-dialog/deciding.ts'
import type { Decision } from '../reservation-dialog/decisions.ts'

export type QuickDecision = ReturnType<typeof useQuickDecision>

/** Decisions that are on their way while the next reservation is looked at, and why others failed. */
export function useQuickDecision() {
  const { doing, failures } = useDeciding()
  return {
    busy: doing,
    failures,
    // A failure is said by a toast, and on the row.
    decide: (reservation: Reservation, decision: Decision) =>
      void decide(reservation, decision).catch(() => {}),
  }
}
