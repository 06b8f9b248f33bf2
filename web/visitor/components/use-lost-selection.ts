import { useEffect, useState } from 'react'
import { wereBooked } from './booked-slots.ts'

/** Explains a lost selection until the next tap. Own bookings need no text. */
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
    // The text belongs to the time of the loss.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isLost])
  return { text, forget: () => setText(null) }
}
