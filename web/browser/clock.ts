import { useEffect, useState } from 'react'
import type { Instant } from '../../domain/madrid-time.ts'
import { storeForSession } from './session-storage.ts'

// The phone's monotonic clock plus a shift that the service's answers teach us: phones' own clocks are often wrong.
// How wrong is kept for a reload without a network; the monotonic clock begins anew with each page.
const KEPT = 'clock'
let shift = Date.now() - performance.now() + Number(sessionStorage.getItem(KEPT) ?? 0)
let uncertainty = Infinity
let phoneLead = Date.now() - performance.now()
const listeners = new Set<() => void>()

/** The service's clock, as well as this phone knows it. */
export function now(): Instant {
  catchUpAfterSleep()
  return performance.now() + shift
}

/** When something began, on the monotonic clock: a stopwatch, not a time of day. */
export const startTiming = (): number => performance.now()

/**
 * Learns the service's clock from an answer. The answer left the service at some time between the call and now, so
 * the error is at most half the round trip; a worse sample changes nothing unless it proves the clock wrong.
 */
export function adjustNow(serviceTime: string, startedAt: number): void {
  const sent = Date.parse(serviceTime)
  if (Number.isNaN(sent)) return
  catchUpAfterSleep()
  takeSample(sent, startedAt)
  storeForSession(KEPT, String(Math.round(now() - Date.now())))
}

function takeSample(sent: number, startedAt: number) {
  const arrived = performance.now()
  const half = (arrived - startedAt) / 2
  const sample = sent + half - arrived
  // Answers carry whole milliseconds at best; below that there is nothing to correct.
  const moved = Math.abs(sample - shift)
  if (half >= uncertainty && moved <= half + 1) return
  shift = sample
  uncertainty = half
  if (moved > 500) for (const listener of listeners) listener()
}

// While a phone sleeps its monotonic clock may stand still; its calendar clock does not. Without a network there is
// nothing better, and the next answer puts right what was only somebody setting the clock.
function catchUpAfterSleep() {
  const lead = Date.now() - performance.now()
  const slept = lead - phoneLead
  phoneLead = lead
  if (slept < 1_000) return
  shift += slept
  uncertainty = Infinity
}

/** A moment that the phone's own calendar clock noted, on the service's clock. */
export const onServiceClock = (phoneTime: number): Instant => now() - (Date.now() - phoneTime)

/** The service's clock as state: renders again on each full `everyMs`, and when the clock is put right. */
export function useNow(everyMs: number): Instant {
  const [instant, setInstant] = useState(now)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      clearTimeout(timer)
      setInstant(now())
      timer = setTimeout(tick, everyMs - (now() % everyMs))
    }
    tick()
    listeners.add(tick)
    // Timers of a hidden page are late by minutes.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      listeners.delete(tick)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs])
  return instant
}
