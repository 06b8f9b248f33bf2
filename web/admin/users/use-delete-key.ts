import { useEffect, useRef } from 'react'

/** Does something at the Delete key, except where the key belongs to what is typed or to an open dialog. */
export function useDeleteKey(act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const press = ({ key, target }: KeyboardEvent) => {
      const isTyping = target instanceof HTMLInputElement && target.type !== 'checkbox'
      if (key === 'Delete' && !isTyping && !document.querySelector('dialog[open]')) latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
