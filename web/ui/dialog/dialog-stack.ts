import { afterDialogs, openDialogs } from '../open-dialogs.ts'

// Popups do not stop the screen beneath them, so none of them lies over a dialog.
type Popup = { close: () => void; screen: string }
const popups: Popup[] = []
const listeners = new Set<() => void>()

/** Says that a popup is open, and how to ask its owner to close it. Answers how to say that it has closed. */
export function popupOpened(close: () => void): () => void {
  const popup = { close, screen: location.pathname }
  popups.push(popup)
  tell()
  return () => {
    popups.splice(popups.indexOf(popup), 1)
    tell()
  }
}

// The press that closes a popup may lead to another screen, which comes first.
const tell = () => setTimeout(() => listeners.forEach((listener) => listener()))

/** Calls back whenever a dialog or popup has opened or closed. Answers how to stop that. */
export function afterOpenings(act: () => void): () => void {
  const stop = afterDialogs(act)
  listeners.add(act)
  return () => {
    stop()
    listeners.delete(act)
  }
}

/** How many dialogs and popups are open. */
export const openCount = (): number => popupsHere().length + openDialogs().length

// One may still be drawn while the next screen is on its way.
const popupsHere = () => popups.filter(({ screen }) => screen === location.pathname)

/** Shows again what a browser has closed and its owner keeps, and anew what lies on top of it. */
export function reopenDialogs(): void {
  const stack = openDialogs()
  const first = stack.findIndex(({ dialog }) => !dialog.open)
  if (first < 0) return
  for (const { dialog } of stack.slice(first)) {
    if (dialog.open) dialog.close()
    dialog.showModal()
  }
}

/** Asks the owners of the innermost dialogs and popups to close them; an owner may keep its own. */
export function askToClose(count: number): void {
  const open = [...popupsHere(), ...openDialogs()]
  for (const { close } of open.slice(-count).toReversed()) close()
}
