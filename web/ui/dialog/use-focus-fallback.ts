import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { afterDialogs } from '../open-dialogs.ts'

/** When the focused element was removed, focuses a place in its holder, by default the heading. */
export function useFocusFallback<Holder extends HTMLElement>(
  place: (holder: Holder) => HTMLElement | null = () => null,
): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const element = target as Element
      if (holder.current?.contains(element)) last.current = element
      // The focus returns from dialogs and toasts.
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
  // Dialogs close without rendering this component.
  useEffect(() => afterDialogs(() => restore()), [])
  return holder
}

/** For dialogs: focuses their permanent button instead. */
export function useDialogFallback(): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  })
  return button
}
