import type { ReactNode } from 'react'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { StaleNote } from '../../ui/page.tsx'

type Props = {
  title: string
  staleSince: string | null
  /** Beside the list, if there is room. */
  aside?: ReactNode
  children: ReactNode
}

export function Panel({ title, staleSince, aside, children }: Props) {
  const holder = useFocusFallback<HTMLElement>()
  return (
    <section className="stack" data-gap="8" ref={holder}>
      {/* On screen the tab says it. */}
      <h2 className="visually-hidden" tabIndex={-1}>
        {title}
      </h2>
      <StaleNote since={staleSince} />
      {aside ? (
        <div className="schedule__split">
          <div className="stack">{aside}</div>
          <div className="stack">{children}</div>
        </div>
      ) : (
        children
      )}
    </section>
  )
}
