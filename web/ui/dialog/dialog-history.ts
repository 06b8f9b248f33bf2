import { afterDialogs, openDialogs } from '../open-dialogs.ts'
import { askToClose } from './dialog-stack.ts'

/** The state of a history entry says, beside the state of its screen, how many dialogs are open at it. */
type EntryState = { dialogs?: number } | null

const depthOf = (state: EntryState) => state?.dialogs ?? 0

/** The state of an entry of so many dialogs, with the same state of its screen. */
function stateAt(depth: number, state: EntryState): EntryState {
  const { dialogs: _, ...rest } = state ?? {}
  if (depth > 0) return { ...rest, dialogs: depth }
  return Object.keys(rest).length > 0 ? rest : null
}

/**
 * From now on each open dialog has a history entry, of the same address as its screen: the browser's back button closes
 * the innermost dialog, and leaves the screen only when none is open. Answers how to stop that.
 *
 * Number of dialogs and depth of the entry are compared after every change of either, and the entry follows: whoever
 * opens and closes dialogs need not know of it. An entry that has no dialog any longer, because one went on from within
 * it or reloaded the page, is passed over.
 */
export function keepDialogHistory(): () => void {
  let here = { address: location.href, state: history.state as EntryState }
  let isTravelling = false

  const settle = () => {
    here = { address: location.href, state: history.state as EntryState }
    if (isTravelling) return
    const [open, depth] = [openDialogs().length, depthOf(here.state)]
    // Each of these calls back with a changed depth.
    if (open > depth) history.pushState(stateAt(depth + 1, here.state), '')
    if (open < depth) {
      isTravelling = true
      history.go(open - depth)
    }
  }

  const moved = () => {
    const from = here
    const depth = depthOf(history.state as EntryState)
    // The screen's notes from while a dialog was open belong to the entry beneath as well, before anybody reads that.
    if (from.address === location.href && depth < depthOf(from.state))
      history.replaceState(stateAt(depth, from.state), '')
    const isOwn = isTravelling
    isTravelling = false
    if (!isOwn && openDialogs().length > depth) askToClose(openDialogs().length - depth)
    // Not before the owners have answered: one that keeps its dialog gets the entry back.
    setTimeout(settle)
  }

  const changed = () => queueMicrotask(settle)
  const stop = afterDialogs(settle)
  // The router says so of each call.
  addEventListener('pushState', changed)
  addEventListener('replaceState', changed)
  addEventListener('popstate', moved, true)
  changed()
  return () => {
    stop()
    removeEventListener('pushState', changed)
    removeEventListener('replaceState', changed)
    removeEventListener('popstate', moved, true)
  }
}
