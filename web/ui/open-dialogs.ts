import { useSyncExternalStore } from 'react'

// The page outside the innermost modal dialog is inert, so toasts must know which dialog that is.
type OpenDialog = { dialog: HTMLDialogElement; close: () => void }
let stack: readonly OpenDialog[] = []
const listeners = new Set<() => void>()

function change(next: readonly OpenDialog[]) {
  stack = next
  for (const listener of listeners) listener()
}

/** Says that a dialog is open, and how to ask its owner to close it. */
export const dialogOpened = (dialog: HTMLDialogElement, close: () => void): void =>
  change([...stack, { dialog, close }])

export const dialogClosed = (dialog: HTMLDialogElement): void =>
  change(stack.filter((other) => other.dialog !== dialog))

/** Shows again what a browser has closed and its owner keeps, and anew what lies on top of it. */
export function reopenDialogs(): void {
  const first = stack.findIndex(({ dialog }) => !dialog.open)
  if (first < 0) return
  for (const { dialog } of stack.slice(first)) {
    if (dialog.open) dialog.close()
    dialog.showModal()
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls back whenever a dialog has opened or closed and has moved the focus. Answers how to stop that. */
export const afterDialogs = (act: () => void): (() => void) => subscribe(() => queueMicrotask(act))

/** How many dialogs lie over each other. */
export const countDialogs = (): number => stack.length

/** Asks the owners of the innermost dialogs to close them; an owner may keep its dialog. */
export function askToClose(count: number): void {
  for (const { close } of stack.slice(-count).toReversed()) close()
}

/** The dialog that is open on top of all others, if any. */
export const innermostDialog = (): HTMLDialogElement | undefined => stack.at(-1)?.dialog

export const useInnermostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, innermostDialog)
