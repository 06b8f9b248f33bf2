import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { afterDialogs } from '../../ui/open-dialogs.ts'

/**
 * For a list and its heading: when what had the focus is gone, deleted here or by somebody else, the heading takes it,
 * so that the keyboard goes on where it was.
 */
export function useFocusFallback<Holder extends HTMLElement>(): RefObject<Holder | null> {
  const holder = useRef<Holder>(null)
  const last = useRef<Element | null>(null)
  useEffect(() => {
    const held = holder.current
    const note = ({ target }: FocusEvent) => {
      last.current = target as Element
    }
    held?.addEventListener('focusin', note)
    return () => held?.removeEventListener('focusin', note)
  }, [])
  const restore = useCallback(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return
    last.current = null
    holder.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [])
  useEffect(restore)
  // What had it may have gone while a dialog was open, which closes without any rendering here.
  useEffect(() => afterDialogs(restore), [restore])
  return holder
}
