import { useCallback, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'

/** Answers true where it holds a way to another address, `go`, for now. */
export type LeaveGuard = (to: string, go: () => void) => boolean

/** The ways within the center, each of which asks what is given to `guardWith` first. */
export function useLeaveGuard(): { aroundNav: AroundNavHandler; guardWith: (next: LeaveGuard) => void } {
  const guard = useRef<LeaveGuard>(() => false)
  const aroundNav = useCallback<AroundNavHandler>((navigate, to, options) => {
    const go = () => navigate(to, options)
    if (!guard.current(to, go)) go()
  }, [])
  const guardWith = useCallback((next: LeaveGuard) => {
    guard.current = next
  }, [])
  return { aroundNav, guardWith }
}
