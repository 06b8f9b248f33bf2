import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** Debounces typing. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(settle, TYPING_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
