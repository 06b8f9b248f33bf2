import { useEffect, useState } from 'react'
import type { Instant } from '../../domain/madrid-time.ts'
import { readStored, storeForSession } from './session-storage.ts'

// Phones' clocks are wrong: monotonic clock plus a shift learnt from answers. The difference is stored for
// reloads.
const KEPT = 'clock'
let phoneLead = Date.now() - performance.now()
let shift = phoneLead + Number(readStored(KEPT))
let uncertainty = Infinity
const listeners = new Set<() => void>()

export function now(): Instant {
  catchUpAfterSleep()
  return performance.now() + shift
}

/** Monotonic: for durations, not times of day. */
export const startTiming = (): number => performance.now()

/** Not `AbortSignal.timeout`, which old walls lack. */
export function patienceOf(ms: number): AbortController {
  const patience = new AbortController()
  setTimeout(() => patience.abort(), ms)
  return patience
}

/** The error is at most half the round trip. A worse sample counts only if it proves the clock wrong. */
export function adjustNow(serviceTime: string, startedAt: number): void {
  const sent = Date.parse(serviceTime)
  if (Number.isNaN(sent)) return
  catchUpAfterSleep()
  const arrived = performance.now()
  const half = (arrived - startedAt) / 2
  const sample = sent + half - arrived
  const moved = Math.abs(sample - shift)
  // Answers carry whole milliseconds.
  if (half < uncertainty || moved > half + 1) {
    shift = sample
    uncertainty = half
    if (moved > 500) for (const listener of listeners) listener()
  }
  storeForSession(KEPT, String(Math.round(now() - Date.now())))
}

// The monotonic clock may stop during sleep. If the calendar clock was merely set, the next answer corrects
// it.
function catchUpAfterSleep() {
  const lead = Date.now() - performance.now()
  const slept = lead - phoneLead
  phoneLead = lead
  if (slept < 1_000) return
  shift += slept
  uncertainty = Infinity
}

/** Converts a time of the phone's clock to the service's clock. */
export const onServiceClock = (phoneTime: number): Instant => now() - (Date.now() - phoneTime)

/** For a new tab without an answer. `lead` was `onServiceClock(0)` in an earlier one. */
export const withLead = (lead: number): Instant => Date.now() + lead

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
    // Hidden pages' timers are late by minutes.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      listeners.delete(tick)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [everyMs])
  return instant
}
