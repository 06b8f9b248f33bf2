import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Opened } from './reservation-dialogs.tsx'

type EntryState = { opened?: Opened } | null

/**
 * The reservation that is looked at. The history entry keeps it: a member whose session ends under a form, or who
 * reloads, comes back into the form and not to the list beneath it.
 */
export function useOpened() {
  const state = useState<Opened | null>(() => (history.state as EntryState)?.opened ?? null)
  const [opened] = state
  useEffect(() => {
    const { opened: kept = null, ...rest } = (history.state as EntryState) ?? {}
    if (opened === kept) return
    const entry = opened ? { ...rest, opened } : rest
    navigate(location.href, { replace: true, state: Object.keys(entry).length > 0 ? entry : null })
  }, [opened])
  return state
}
