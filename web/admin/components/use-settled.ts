import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** A text once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(settle, TYPING_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
