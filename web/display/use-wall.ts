import { useEffect, useState } from 'react'
import type { Instant } from '../../domain/madrid-time.ts'
import { startLater } from './late-chunk.ts'
import { takeServedBuild } from './served-build.ts'
import { takeSetup } from './setup.ts'

/**
 * For a screen beside a room on which nobody works: stays on, fills the screen after a tap, takes newer builds by itself
 * and says that it is there.
 */
export function useWall(room: string, now: Instant): void {
  useCheckIn(room)
  useStream()
  useWakeLock()
  useFullScreenOnTap()
  const minute = Math.floor(now / 60_000)
  const [opened] = useState(minute)
  useEffect(() => {
    // The page itself has only just come.
    if (import.meta.env.PROD && minute !== opened) void takeServedBuild()
  }, [minute, opened])
}

const loadCheckIn = () => import('./check-in.ts')

/** A browser without a set-up link reports nothing, and fetches nothing to report with. */
function useCheckIn(room: string) {
  useEffect(() => {
    let stop: (() => void) | undefined
    const begin = () => {
      stop?.()
      const setup = takeSetup(room)
      stop = setup ? startLater(loadCheckIn, ({ startCheckIns }) => startCheckIns(setup)) : undefined
    }
    begin()
    // A set-up link put into the address bar of this very board loads nothing anew.
    addEventListener('hashchange', begin)
    return () => {
      removeEventListener('hashchange', begin)
      stop?.()
    }
  }, [room])
}

/** The chunk that the board listens with; it would do without if that never came. */
const useStream = () => useEffect(() => startLater(() => import('../api/reads/stream/change-stream.ts')), [])

function useWakeLock() {
  useEffect(() => {
    // Only over HTTPS, and not in every browser.
    if (!('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isAsking = false
    let isOver = false
    const hold = async () => {
      if (isOver || isAsking || document.hidden || lock?.released === false) return
      isAsking = true
      try {
        lock = await navigator.wakeLock.request('screen')
        // The system may take it back, for a low battery or a lost cable; not to be fought for without a pause.
        lock.addEventListener('release', () => setTimeout(look, 1_000))
        if (isOver) await lock.release()
      } catch {
        // Not now: asked for again each minute.
      }
      isAsking = false
    }
    const look = () => void hold()
    look()
    // A hidden page has lost it.
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, 60_000)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      void lock?.release()
    }
  }, [])
}

function useFullScreenOnTap() {
  useEffect(() => {
    const fill = ({ target }: MouseEvent) => {
      if (!document.fullscreenEnabled || document.fullscreenElement) return
      if (target instanceof Element && target.closest('a, button')) return
      document.documentElement.requestFullscreen().catch(() => {})
    }
    document.addEventListener('click', fill)
    return () => document.removeEventListener('click', fill)
  }, [])
}
