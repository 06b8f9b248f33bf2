import { useEffect, useRef } from 'react'

/**
 * For a dialog that takes away what opened it, such as a row that it deletes: when it has closed and the focus is
 * nowhere, the screen's heading takes it.
 */
export function useFocusReturn() {
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  return {
    heading,
    returnFocus: () => {
      isWanted.current = true
    },
  }
}
