import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import './page.css'

type Props = {
  /** For the browser's tab and history. */
  title: string
  width?: 'narrow' | 'normal' | 'wide' | 'broad' | 'full'
  children: ReactNode
}

/** Resets scroll and focus after navigation, as a page load does. */
export function Page({ title, width = 'normal', children }: Props) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  // Before effects of children, which may scroll.
  useLayoutEffect(() => {
    // Braces: newer browsers return a promise, which React would take for a cleanup.
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    // Keeps the focus of an autofocused field.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main className="page" data-width={width} ref={ref} tabIndex={-1}>
      {children}
    </main>
  )
}
