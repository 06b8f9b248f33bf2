import { useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { decide as send, failureText, type Decision } from '../reservation-dialog/decisions.ts'

export type QuickDecision = ReturnType<typeof useQuickDecision>

/** Decisions sent while the next one is looked at: which are on their way, and why others did not go through. */
export function useQuickDecision() {
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map())
  const decide = async (reservation: Reservation, decision: Decision) => {
    const { id } = reservation
    setBusy((now) => new Set(now).add(id))
    setFailures((now) => new Map([...now].filter(([each]) => each !== id)))
    try {
      await send(reservation, decision, null)
    } catch (failure) {
      setFailures((now) => new Map(now).set(id, failureText(failure)))
    } finally {
      setBusy((now) => new Set([...now].filter((each) => each !== id)))
    }
  }
  return { busy, failures, decide }
}
