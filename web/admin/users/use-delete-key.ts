import { useEffect, useRef } from 'react'

/** Ignored while typing or in an open dialog. */
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
