import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { afterDialogs } from '../open-dialogs.ts'

/**
 * When what had the focus within an element is gone, deleted here or by somebody else, perhaps while a dialog was open, a
 * place in it takes the focus, so that the keyboard goes on where it was: its heading, if there is no other.
 */
export function useFocusFallback<Holder extends HTMLElement>(
  place: (holder: Holder) => HTMLElement | null = () => null,
): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const element = target as Element
      if (holder.current?.contains(element)) last.current = element
      // From a dialog or a message one comes back.
      else if (!element.closest('dialog, .toasts')) last.current = null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  const restore = useEffectEvent(() => {
    const held = holder.current
    if (!held || !last.current || last.current.isConnected || document.activeElement !== document.body) return
    const next = place(held) ?? held.querySelector<HTMLElement>('h2')
    next?.focus({ preventScroll: true })
  })
  useEffect(() => restore())
  // A dialog closes without any rendering here.
  useEffect(() => afterDialogs(() => restore()), [])
  return holder
}

/** For a dialog: the button that stays takes the focus whenever what had it is gone. */
export function useDialogFallback(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  })
  return button
}
