import { afterOpenings, askToClose, openCount } from './dialog-stack.ts'

/** The state of a history entry says, beside the state of its screen, how many dialogs and popups are open at it. */
type EntryState = { dialogs?: number } | null

const depthOf = (state: EntryState) => state?.dialogs ?? 0

/** The state of an entry of so many dialogs, with the same state of its screen. */
function stateAt(depth: number, state: EntryState): EntryState {
  const { dialogs: _, ...rest } = state ?? {}
  if (depth > 0) return { ...rest, dialogs: depth }
  return Object.keys(rest).length > 0 ? rest : null
}

/**
 * From now on each open dialog or popup has a history entry, of the same address as its screen: the browser's back button
 * closes the innermost dialog, and leaves the screen only when none is open. Answers how to stop that.
 *
 * Number of dialogs and depth of the entry are compared after every change of either, and the entry follows: whoever
 * opens and closes dialogs need not know of it. An entry that has no dialog any longer, because one went on from within
 * it or reloaded the page, is passed over.
 */
export function keepDialogHistory(): () => void {
  let here = { address: location.href, state: history.state as EntryState }
  let isTravelling = false
  // Come to by the browser's forward button, without its dialogs: its state is older than that of the entry beneath.
  let isLeftBehind = false

  const note = () => {
    here = { address: location.href, state: history.state as EntryState }
  }
  const settle = () => {
    note()
    if (isTravelling) return
    const [open, depth] = [openCount(), depthOf(here.state)]
    // Each of these calls back with a changed depth.
    if (open >= depth) isLeftBehind = false
    if (open > depth) history.pushState(stateAt(depth + 1, here.state), '')
    if (open < depth) {
      isTravelling = true
      history.go(open - depth)
    }
  }

  // The screen's notes from while a dialog was open belong to the entry beneath as well, before anybody reads that.
  const carry = () => {
    const depth = depthOf(history.state as EntryState)
    if (!isLeftBehind && here.address === location.href && depth < depthOf(here.state))
      history.replaceState(stateAt(depth, here.state), '')
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
    // Not before the owners have answered: one that keeps its dialog gets the entry back.
    setTimeout(settle)
  }

  // The press that closes a popup may lead to another screen, which comes first.
  const changed = () => {
    note()
    setTimeout(settle)
  }
  const stop = afterOpenings(settle)
  // The router says so of each call.
  addEventListener('pushState', changed)
  addEventListener('replaceState', changed)
  addEventListener('popstate', moved, true)
  // Chrome calls the window's listeners in the order in which they came, and the router was first.
  const entries = 'navigation' in window ? navigation : null
  entries?.addEventListener('currententrychange', left)
  changed()
  return () => {
    stop()
    removeEventListener('pushState', changed)
    removeEventListener('replaceState', changed)
    removeEventListener('popstate', moved, true)
    entries?.removeEventListener('currententrychange', left)
  }
}
