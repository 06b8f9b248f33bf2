import { useSyncExternalStore } from 'react'

// The page outside the innermost modal is inert, so toasts move into it.
type OpenDialog = { dialog: HTMLDialogElement; close: () => void }
let stack: readonly OpenDialog[] = []
const listeners = new Set<() => void>()

function change(next: readonly OpenDialog[]) {
  stack = next
  for (const listener of listeners) listener()
}

export const dialogOpened = (dialog: HTMLDialogElement, close: () => void): void =>
  change([...stack, { dialog, close }])

export const dialogClosed = (dialog: HTMLDialogElement): void =>
  change(stack.filter((other) => other.dialog !== dialog))

export const openDialogs = (): readonly OpenDialog[] => stack

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Calls back after a dialog opened or closed and moved the focus. Returns a function that stops it. */
export const afterDialogs = (act: () => void): (() => void) => subscribe(() => queueMicrotask(act))

export const innermostDialog = (): HTMLDialogElement | undefined => stack.at(-1)?.dialog

export const useInnermostDialog = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, innermostDialog)
