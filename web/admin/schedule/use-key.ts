import { useEffect, useEffectEvent, type RefObject } from 'react'
import { isComposing } from '../../browser/is-composing.ts'
import { isTyping } from '../components/use-shortcut.ts'

/** Delete in a field edits its text. */
export function useKey(holder: RefObject<HTMLElement | null>, key: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // A dialog of the holder hears its own keys.
    if (isComposing(event) || document.querySelector('dialog[open]')) return
    if (event.key === key && !(key === 'Delete' && isTyping(event.target))) act()
  })
  useEffect(() => {
    const held = holder.current
    const hear = (event: KeyboardEvent) => press(event)
    held?.addEventListener('keydown', hear)
    return () => held?.removeEventListener('keydown', hear)
  })
}
