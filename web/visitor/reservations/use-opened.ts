import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Opened } from './reservation-dialogs.tsx'

type EntryState = { opened?: Opened } | null

/** As in links of notifications. */
function openedBy(address: URL): Opened | null {
  const id = Number(address.searchParams.get('open'))
  return id > 0 ? { id, details: true, action: null } : null
}

/** Stored in the history entry, so that a reload or a new login reopens the dialog. */
export function useOpened() {
  const state = useState<Opened | null>(
    () => (history.state as EntryState)?.opened ?? openedBy(new URL(location.href)),
  )
  const [opened] = state
  useEffect(() => {
    const { opened: kept = null, ...rest } = (history.state as EntryState) ?? {}
    if (opened === kept) return
    const entry = opened ? { ...rest, opened } : rest
    // Removed from the address, so that a closed dialog stays closed after a reload.
    const address = new URL(location.href)
    address.searchParams.delete('open')
    navigate(address.href, { replace: true, state: Object.keys(entry).length > 0 ? entry : null })
  }, [opened])
  return state
}
