import { useEffect, useEffectEvent, type RefObject } from 'react'
import { isComposing } from '../../browser/is-composing.ts'

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type !== 'checkbox'

/** Delete in a field edits its text. */
export function useKey(holder: RefObject<HTMLElement | null>, key: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === key && !(key === 'Delete' && isTypedInto(event.target))) act()
  })
  useEffect(() => {
    const held = holder.current
    const hear = (event: KeyboardEvent) => press(event)
    held?.addEventListener('keydown', hear)
    return () => held?.removeEventListener('keydown', hear)
  })
}
