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

/** The dialogs that lie over each other, the innermost last. */
export const openDialogs = (): readonly OpenDialog[] => stack

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls back whenever a dialog has opened or closed and has moved the focus. Answers how to stop that. */
export const afterDialogs = (act: () => void): (() => void) => subscribe(() => queueMicrotask(act))

/** The dialog that is open on top of all others, if any. */
export const innermostDialog = (): HTMLDialogElement | undefined => stack.at(-1)?.dialog

export const useInnermostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, innermostDialog)
