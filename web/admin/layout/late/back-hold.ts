type EntryState = { is_held?: true } | null

const isOnHeld = () => (history.state as EntryState)?.is_held === true

/**
 * While something is typed the screen has a second history entry of the same address: the browser's back button comes to
 * the first, the screen stays, and its administrator can be asked. With nothing typed any longer it is passed over.
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
  /** Goes on from the entry of the screen itself. */
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
      // Come to from beyond, where nothing is typed any longer.
      if (!isTyped()) history.back()
    } else if (came && location.pathname === typedAt) {
      if (!isTyped()) return history.back()
      settle()
      ask(() => release(() => history.back()))
    }
  }
  // A search of the same screen takes the entry's place.
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
