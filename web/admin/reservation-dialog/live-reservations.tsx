import { useEffect, useState, type ComponentType } from 'react'
import { useUnsent } from './unsent/unsent.ts'

/**
 * The part of a screen of reservations that lives beside what it shows: it hears of the changes of others, and keeps own
 * decisions for a moment. Fetched after the screen, and again if that has failed by the time of a decision.
 */
export function LiveReservations() {
  const [late, setLate] = useState<{ Part: ComponentType } | null>(null)
  const isNeeded = useUnsent().waiting.length > 0
  useEffect(() => {
    if (late && !isNeeded) return
    import('./unsent/live-part.tsx').then(
      ({ LivePart }) => setLate((now) => now ?? { Part: LivePart }),
      () => {},
    )
  }, [late, isNeeded])
  return late && <late.Part />
}
