import { useCallback, useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { onSignedOut } from '../../api/client.ts'
import { wantThis } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { forgetAdmin, knownAdmin } from '../components/known-admin.ts'

/** True if it keeps the screen. */
export type Hold = (mustSetUp: boolean) => boolean

/**
 * A session's end leads to the login unless a hold keeps the screen. `mustSetUp` does the same while a second
 * factor is missing.
 */
export function useSessionEnd(): { holdWith: (next: Hold) => void; mustSetUp: () => void } {
  const hold = useRef<Hold>(() => false)
  useEffect(() => {
    const others = onSignedOut((side) => {
      if (side !== 'admin') return others(side)
      if (hold.current(false)) return
      const state = wantThis(knownAdmin())
      forgetAdmin()
      navigate(PATHS.adminLogin, { replace: true, state })
    })
    return () => {
      onSignedOut(others)
    }
  }, [])
  const holdWith = useCallback((next: Hold) => {
    hold.current = next
  }, [])
  const mustSetUp = useCallback(() => {
    if (hold.current(true)) return
    navigate(PATHS.adminLogin, { replace: true, state: { ...wantThis(knownAdmin()), has_ended: false } })
  }, [])
  return { holdWith, mustSetUp }
}
