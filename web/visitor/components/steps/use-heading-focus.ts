import { useCallback, useEffect, useRef } from 'react'

/** Focuses the heading (`tabIndex={-1}`) of each new step, even if it renders later. */
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
