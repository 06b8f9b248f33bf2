import { useCallback, useEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { onSignedOut } from '../../api/client.ts'
import { wantThis } from '../../api/session.ts'
import { PATHS } from '../../paths.ts'
import { forgetAdmin, knownAdmin, type ToDo } from '../components/use-may.ts'

/** True if it keeps the screen. */
export type Hold = (toDo: ToDo | null) => boolean

/** A session's end leads to the login unless a hold keeps the screen; so does something to do first. */
export function useSessionEnd(): { holdWith: (next: Hold) => void; mustDo: (toDo: ToDo) => void } {
  const hold = useRef<Hold>(() => false)
  useEffect(() => {
    const others = onSignedOut((side) => {
      if (side !== 'admin') return others(side)
      if (hold.current(null)) return
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
  const mustDo = useCallback((toDo: ToDo) => {
    if (hold.current(toDo)) return
    navigate(PATHS.adminLogin, { replace: true, state: { ...wantThis(knownAdmin()), has_ended: false } })
  }, [])
  return { holdWith, mustDo }
}
