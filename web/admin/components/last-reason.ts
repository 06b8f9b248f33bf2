import type { AdminAction } from '../../../domain/reservation.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'
import { knownAdmin } from './use-may.ts'

// Not shared with another administrator who signs in in this tab.
const keyOf = (action: AdminAction) => `reason:${knownAdmin()}:${action}`

export function lastReason(action: AdminAction): string | null {
  const kept = readStored(keyOf(action))
  return typeof kept === 'string' ? kept : null
}

/** Offered first from now on, in this tab. */
export const rememberReason = (action: AdminAction, reason: string | null): void => {
  if (reason) storeForSession(keyOf(action), JSON.stringify(reason))
}
