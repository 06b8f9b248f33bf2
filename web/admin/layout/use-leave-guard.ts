import { useCallback, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'

/** True if it holds the navigation `go` for now. */
export type LeaveGuard = (to: string, go: () => void) => boolean

/** Navigation in the admin center asks the guard of `guardWith` first. */
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
