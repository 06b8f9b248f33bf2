import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { afterDialogs } from './open-dialogs.ts'

const headingOf = (holder: Element) => holder.querySelector<HTMLElement>('h2')

/**
 * When what had the focus within an element is gone, deleted here or by somebody else, perhaps while a dialog was open, a
 * place in it takes the focus, so that the keyboard goes on where it was: its heading, if no other is named.
 */
export function useFocusFallback<Holder extends HTMLElement>(
  place: (holder: Holder) => HTMLElement | null = headingOf,
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
    if (!holder.current || !last.current || last.current.isConnected) return
    if (document.activeElement === document.body) place(holder.current)?.focus({ preventScroll: true })
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
