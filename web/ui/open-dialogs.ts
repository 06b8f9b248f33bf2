import { useSyncExternalStore } from 'react'

// The page outside the innermost modal dialog is inert, so toasts must know which dialog that is.
let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function change(next: readonly HTMLDialogElement[]) {
  stack = next
  for (const listener of listeners) listener()
}

export const dialogOpened = (dialog: HTMLDialogElement): void => change([...stack, dialog])

export const dialogClosed = (dialog: HTMLDialogElement): void =>
  change(stack.filter((other) => other !== dialog))

/** Shows again what a browser has closed and its owner keeps, and anew what lies on top of it. */
export function reopenDialogs(): void {
  const first = stack.findIndex((dialog) => !dialog.open)
  if (first < 0) return
  for (const dialog of stack.slice(first)) {
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

/** The dialog that is open on top of all others, if any. */
export const innermostDialog = (): HTMLDialogElement | undefined => stack.at(-1)

export const useInnermostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, innermostDialog)
