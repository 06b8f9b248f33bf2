import { afterDialogs, openDialogs } from '../open-dialogs.ts'

// Popups do not block the screen, so none lies over a dialog.
type Popup = { close: () => void; screen: string }
const popups: Popup[] = []
const listeners = new Set<() => void>()

export function popupOpened(close: () => void): () => void {
  const popup = { close, screen: location.pathname }
  popups.push(popup)
  tell()
  return () => {
    popups.splice(popups.indexOf(popup), 1)
    tell()
  }
}

// Navigation by the press that closed a popup comes first.
const tell = () => setTimeout(() => listeners.forEach((listener) => listener()))

export function afterOpenings(act: () => void): () => void {
  const stop = afterDialogs(act)
  listeners.add(act)
  return () => {
    stop()
    listeners.delete(act)
  }
}

export const openCount = (): number => popupsHere().length + openDialogs().length

// A popup may still be drawn while the next screen loads.
const popupsHere = () => popups.filter(({ screen }) => screen === location.pathname)

/** Reopens dialogs that the browser closed against their owner's will, and those above them. */
export function reopenDialogs(): void {
  const stack = openDialogs()
  const first = stack.findIndex(({ dialog }) => !dialog.open)
  if (first < 0) return
  for (const { dialog } of stack.slice(first)) {
    if (dialog.open) dialog.close()
    dialog.showModal()
  }
}

export function askToClose(count: number): void {
  const open = [...popupsHere(), ...openDialogs()]
  for (const { close } of open.slice(-count).reverse()) close()
}
