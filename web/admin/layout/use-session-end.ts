import { useCallback, useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { onSignedOut } from '../../api/client.ts'
import { wantThis } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { forgetAdmin, knownAdmin } from '../components/known-admin.ts'

/** Answers true where it keeps the screen of a session that has ended, or that `mustSetUp` a second factor first. */
export type Hold = (mustSetUp: boolean) => boolean

/**
 * A session that ends leads to the login, unless what is given to `holdWith` holds it. So does one that lives and, as
 * `mustSetUp` says, is good for nothing before a second factor is set up: the login finds that out and asks for no more.
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
