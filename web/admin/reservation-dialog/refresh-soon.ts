import { RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import { useChanges } from '../../api/reads/use-changes.ts'
import { startTiming } from '../../browser/clock.ts'
import { refreshReservations } from './reservation-cache.ts'

// One look at the service for a series of quick decisions, and one a second for what colleagues do meanwhile.
const SETTLED_MS = 600
const GAP_MS = 1_000
let settling: ReturnType<typeof setTimeout> | undefined
let lookedAt = -Infinity

function lookIn(ms: number) {
  clearTimeout(settling)
  settling = setTimeout(() => {
    settling = undefined
    lookedAt = startTiming()
    void refreshReservations()
  }, ms)
}

/** Asks for the lists anew, once no further decision has come for a moment. */
export const refreshSoon = (): void => lookIn(SETTLED_MS)

/** Hears of what colleagues and visitors change, and asks for the lists anew. */
export function useReservationChanges(): void {
  const look = () => {
    // A look that is coming shows this change as well.
    if (settling === undefined) lookIn(Math.max(0, lookedAt + GAP_MS - startTiming()))
  }
  useChanges(RESERVATIONS_TOPIC, look, { atOnce: true })
}
