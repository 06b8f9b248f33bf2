import { useCallback, useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { onSignedOut } from '../../api/client.ts'
import { wantThis } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { forgetAdmin, knownAdmin } from '../components/known-admin.ts'

/** Answers true where it keeps the screen of a session that has ended. */
export type Hold = () => boolean

/** A session that ends leads to the login, unless what is given to the answered function holds it. */
export function useSessionEnd(): (next: Hold) => void {
  const hold = useRef<Hold>(() => false)
  useEffect(() => {
    const others = onSignedOut((side) => {
      if (side !== 'admin') return others(side)
      if (hold.current()) return
      const state = wantThis(knownAdmin())
      forgetAdmin()
      navigate(PATHS.adminLogin, { replace: true, state })
    })
    return () => {
      onSignedOut(others)
    }
  }, [])
  return useCallback((next: Hold) => {
    hold.current = next
  }, [])
}
