import { makeStore } from './store.ts'

// The page outside the innermost modal is inert, so toasts move into it.
type OpenDialog = { dialog: HTMLDialogElement; close: () => void }
const stack = makeStore<readonly OpenDialog[]>([])

export const openDialogs = stack.get

export const dialogOpened = (dialog: HTMLDialogElement, close: () => void): void =>
  stack.set([...openDialogs(), { dialog, close }])

export const dialogClosed = (dialog: HTMLDialogElement): void =>
  stack.set(openDialogs().filter((other) => other.dialog !== dialog))

/** Calls back after a dialog opened or closed and moved the focus. Returns a function that stops it. */
export const afterDialogs = (act: () => void): (() => void) => stack.subscribe(() => queueMicrotask(act))

export const innermostDialog = (): HTMLDialogElement | undefined => openDialogs().at(-1)?.dialog

export const useInnermostDialog = (): HTMLDialogElement | undefined => stack.useValue().at(-1)?.dialog
