import { useEffect, useEffectEvent } from 'react'
import { isComposing } from '../../browser/is-composing.ts'

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, [contenteditable], input:not([type=checkbox])')

/** Hears keys pressed anywhere, but not with a modifier, when held down or while typing. */
export function useShortcut(press: (event: KeyboardEvent) => void): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      isComposing(event)
    )
      return
    if (!isTyping(event.target)) press(event)
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => heard(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}
