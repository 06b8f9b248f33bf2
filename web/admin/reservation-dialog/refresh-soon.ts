import { RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import { useChanges } from '../../api/reads/use-read.ts'
import { startTiming } from '../../browser/clock.ts'
import { refreshReservations } from './reservation-cache.ts'

// One refresh after a series of quick decisions, and at most one a second for colleagues' changes.
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

export const refreshSoon = (): void => lookIn(SETTLED_MS)

export function useReservationChanges(): void {
  const look = () => {
    // A planned refresh includes this change.
    if (settling === undefined) lookIn(Math.max(0, lookedAt + GAP_MS - startTiming()))
  }
  useChanges(RESERVATIONS_TOPIC, look, { atOnce: true })
}
