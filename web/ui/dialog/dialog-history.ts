import { afterOpenings, askToClose, openCount } from './dialog-stack.ts'

/** How many dialogs are open at this entry. */
type EntryState = { dialogs?: number } | null

const depthOf = (state: EntryState) => state?.dialogs ?? 0

function stateAt(depth: number, state: EntryState): EntryState {
  const { dialogs: _, ...rest } = state ?? {}
  if (depth > 0) return { ...rest, dialogs: depth }
  return Object.keys(rest).length > 0 ? rest : null
}

/** Gives each open dialog a history entry, so that Back closes it. Skips entries whose dialogs are gone. */
export function keepDialogHistory(): () => void {
  let here = { address: location.href, state: history.state as EntryState }
  let isTravelling = false
  // Reached with Forward, without its dialogs, so its state is outdated.
  let isLeftBehind = false

  const note = () => {
    here = { address: location.href, state: history.state as EntryState }
  }
  const settle = () => {
    note()
    if (isTravelling) return
    const [open, depth] = [openCount(), depthOf(here.state)]
    // Each of these calls back with another depth.
    if (open >= depth) isLeftBehind = false
    // Leaving a dialog's entry must not scroll the page back to where it was opened.
    history.scrollRestoration = open > depth ? 'manual' : 'auto'
    if (open > depth) history.pushState(stateAt(depth + 1, here.state), '')
    if (open < depth) {
      isTravelling = true
      history.go(open - depth)
    }
  }

  // State and address set while a dialog was open belong to the entry beneath too.
  const carry = () => {
    const depth = depthOf(history.state as EntryState)
    const { address, state } = here
    if (isLeftBehind || depth >= depthOf(state)) return depth
    if (!isTravelling && address !== location.href) return depth
    note()
    history.replaceState(stateAt(depth, state), '', address)
    return depth
  }
  const left = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
    if (navigationType === 'traverse') carry()
  }
  const moved = () => {
    const depth = carry()
    const isOwn = isTravelling
    isTravelling = false
    if (!isOwn && openCount() > depth) askToClose(openCount() - depth)
    if (!isOwn) isLeftBehind = here.address === location.href && depth > openCount()
    // After the owners have reacted: a dialog that stays gets its entry back.
    setTimeout(settle)
  }

  // Navigation by the press that closed a popup comes first.
  const changed = () => {
    note()
    setTimeout(settle)
  }
  // The router sets a new state, but the entry is still the dialog's.
  const replaced = () => {
    const depth = depthOf(here.state)
    const state = history.state as EntryState
    const isSameScreen = new URL(here.address).pathname === location.pathname
    if (isSameScreen && depthOf(state) < depth) history.replaceState(stateAt(depth, state), '')
    else changed()
  }
  const stop = afterOpenings(settle)
  // Fired by the router.
  addEventListener('pushState', changed)
  addEventListener('replaceState', replaced)
  addEventListener('popstate', moved, true)
  // Chrome calls listeners in order of registration, and the router's was first.
  const entries = 'navigation' in window ? navigation : null
  entries?.addEventListener('currententrychange', left)
  changed()
  return () => {
    stop()
    removeEventListener('pushState', changed)
    removeEventListener('replaceState', replaced)
    removeEventListener('popstate', moved, true)
    entries?.removeEventListener('currententrychange', left)
  }
}
