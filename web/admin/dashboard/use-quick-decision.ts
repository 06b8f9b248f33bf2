import type { Reservation } from '../../../contract/reservation.ts'
import { decide } from '../reservation-dialog/decide.ts'
import { useDeciding } from '../reservation-dialog/deciding.ts'
import type { Decision } from '../reservation-dialog/decisions.ts'

export type QuickDecision = ReturnType<typeof useQuickDecision>

export function useQuickDecision() {
  const { doing, failures } = useDeciding()
  return {
    busy: doing,
    failures,
    // Toast and row show the failure.
    decide: (reservation: Reservation, decision: Decision) =>
      void decide(reservation, decision).catch(() => {}),
  }
}
