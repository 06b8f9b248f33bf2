import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import './page.css'

type Props = {
  /** For the browser's tab and history; the visible heading is the screen's own. */
  title: string
  /** `narrow` for a form, `normal` for a list, `wide` for two columns, `broad` for a day at a glance, `full` for tables and grids. */
  width?: 'narrow' | 'normal' | 'wide' | 'broad' | 'full'
  children: ReactNode
}

/** The main part of a screen. After a change of screens it starts at its top and takes the focus, as a page load does. */
export function Page({ title, width = 'normal', children }: Props) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => {
    document.title = title
  }, [title])
  // Before the effects of what is inside, which may scroll on to something.
  useLayoutEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the cleanup.
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    // A field that asked for the focus keeps it.
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <main className="page" data-width={width} ref={ref} tabIndex={-1}>
      {children}
    </main>
  )
}
