type EntryState = { is_held?: true } | null

const isOnHeld = () => (history.state as EntryState)?.is_held === true

/**
 * While something is typed, the screen has a second history entry: the back button stays on the screen, which can
 * then ask. With nothing typed the entry is skipped.
 */
export function holdBack(isTyped: () => boolean, ask: (go: () => void) => void) {
  let wasHeld = isOnHeld()
  let arrived: (() => void) | null = null
  let typedAt = wasHeld ? location.pathname : ''

  const settle = () => {
    if (isTyped() && !isOnHeld()) history.pushState({ ...(history.state as EntryState), is_held: true }, '')
    wasHeld = isOnHeld()
    typedAt = location.pathname
  }
  /** Returns to the first entry, then calls `go`. */
  const release = (go: () => void) => {
    if (!isOnHeld()) {
      typedAt = ''
      return go()
    }
    arrived = go
    history.back()
  }
  const moved = () => {
    const came = wasHeld
    wasHeld = isOnHeld()
    if (arrived) {
      const go = arrived
      arrived = null
      typedAt = ''
      go()
    } else if (wasHeld) {
      // Came back from a later screen; nothing is typed any more.
      if (!isTyped()) history.back()
    } else if (came && location.pathname === typedAt) {
      if (!isTyped()) return history.back()
      settle()
      ask(() => release(() => history.back()))
    }
  }
  // A search on the same screen replaces the entry.
  const replaced = () => {
    if (location.pathname === typedAt) settle()
    else wasHeld = isOnHeld()
  }
  addEventListener('popstate', moved)
  addEventListener('pushState', replaced)
  addEventListener('replaceState', replaced)
  return {
    settle,
    release,
    stop: () => {
      removeEventListener('popstate', moved)
      removeEventListener('pushState', replaced)
      removeEventListener('replaceState', replaced)
    },
  }
}
