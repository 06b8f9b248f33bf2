import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Opened } from './reservation-dialogs.tsx'

type EntryState = { opened?: Opened } | null

/** The reservation that the address asks for, as a notification on the phone does. */
function openedBy(address: URL): Opened | null {
  const id = Number(address.searchParams.get('open'))
  return id > 0 ? { id, details: true, action: null } : null
}

/**
 * The reservation that is looked at. The history entry keeps it: a member whose session ends under a form, or who
 * reloads, comes back into the form and not to the list beneath it.
 */
export function useOpened() {
  const state = useState<Opened | null>(
    () => (history.state as EntryState)?.opened ?? openedBy(new URL(location.href)),
  )
  const [opened] = state
  useEffect(() => {
    const { opened: kept = null, ...rest } = (history.state as EntryState) ?? {}
    if (opened === kept) return
    const entry = opened ? { ...rest, opened } : rest
    // Asked for once: closed again, it does not come back with a reload.
    const address = new URL(location.href)
    address.searchParams.delete('open')
    navigate(address.href, { replace: true, state: Object.keys(entry).length > 0 ? entry : null })
  }, [opened])
  return state
}
