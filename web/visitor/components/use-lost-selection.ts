import { useEffect, useState } from 'react'
import { wereBooked } from './booked-slots.ts'

/**
 * Takes back a selection that another visitor booked, or that has begun, and keeps the text that says so until the next
 * tap. One that its own visitor booked goes without a text.
 */
export function useLostSelection(
  chosen: readonly number[],
  isLost: boolean,
  say: () => string,
  takeBack: () => void,
) {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    if (!isLost) return
    setText(chosen.length > 0 && wereBooked(chosen) ? null : say())
    takeBack()
    // The words are those of the moment of the loss.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLost])
  return { text, forget: () => setText(null) }
}
