import { useEffect, useRef, type FocusEvent } from 'react'
import { useInnermostDialog } from '../../ui/open-dialogs.ts'

/**
 * Buttons come and go with a reservation's status. When the one that has the focus goes, or had it before a dialog, the
 * one that stays takes it. `buttons` names those that are there.
 */
export function useLastingFocus(buttons: string) {
  const lasting = useRef<HTMLButtonElement>(null)
  const holds = useRef(false)
  const known = useRef(buttons)
  const dialog = useInnermostDialog()
  useEffect(() => {
    if (dialog || known.current === buttons) return
    known.current = buttons
    if (holds.current && document.activeElement === document.body)
      lasting.current?.focus({ preventScroll: true })
  }, [dialog, buttons])
  return {
    lasting,
    watch: {
      onFocus: () => {
        holds.current = true
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // To a dialog or a message one goes and comes back.
        if (relatedTarget && !relatedTarget.closest('dialog, .toasts')) holds.current = false
      },
    },
  }
}

/** For a dialog: its lasting button takes the focus whenever what had it is gone. */
export function useDialogFocus() {
  const lasting = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) lasting.current?.focus()
  })
  return lasting
}
