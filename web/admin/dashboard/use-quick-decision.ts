import { useMemo } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import type { AdminAction } from '../../../domain/reservation.ts'
import { decide as make, type Decision } from '../reservation-dialog/decisions.ts'
import { useUnsent } from '../reservation-dialog/unsent/unsent.ts'

export type QuickDecision = ReturnType<typeof useQuickDecision>

const SOON_TEXT: Readonly<Record<AdminAction, string>> = {
  approve: '승인 예정',
  reject: '거절 예정',
  cancel: '취소 예정',
  complete: '종료 예정',
  approve_cancellation: '취소 승인 예정',
  reject_cancellation: '취소 거절 예정',
}

/**
 * Decisions made while the next one is looked at: which reservations are decided and not yet answered, in words, what
 * about each, and why others did not go through.
 */
export function useQuickDecision() {
  const { doing, failures } = useUnsent()
  return {
    doing,
    busy: useMemo(
      () =>
        new Map(
          [...doing].map(([id, { action, isSent }]) => [id, isSent ? '처리 중...' : SOON_TEXT[action]]),
        ),
      [doing],
    ),
    failures,
    // A failure is said by a toast, and on the row.
    decide: (reservation: Reservation, decision: Decision) =>
      void make(reservation, decision, null).catch(() => {}),
  }
}
