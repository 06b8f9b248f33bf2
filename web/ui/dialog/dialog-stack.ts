import { openDialogs } from '../open-dialogs.ts'

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

/** Asks the owners of the innermost dialogs to close them; an owner may keep its dialog. */
export function askToClose(count: number): void {
  for (const { close } of openDialogs().slice(-count).toReversed()) close()
}
