import { useEffect, useRef } from 'react'

/** For the heading of a screen of several steps, with `tabIndex={-1}`: each new step is announced by it. */
export function useHeadingFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])
  return heading
}
