import { useCallback, useEffect, useRef } from 'react'

/**
 * For the heading of a screen of several steps, with `tabIndex={-1}`: each new step is announced by it, also one whose
 * heading comes after a moment.
 */
export function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  const latest = useRef(step)
  const focus = useCallback(() => {
    if (!heading.current || shown.current === latest.current) return
    shown.current = latest.current
    heading.current.focus()
  }, [])
  useEffect(() => {
    latest.current = step
    focus()
  }, [step, focus])
  return useCallback(
    (element: HTMLHeadingElement | null) => {
      heading.current = element
      focus()
    },
    [focus],
  )
}
