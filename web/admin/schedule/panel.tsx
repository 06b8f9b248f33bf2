import type { ReactNode } from 'react'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { StaleNote } from '../../ui/notice.tsx'

type Props = {
  title: string
  /** From when the list is, while the service does not answer. */
  staleSince: string | null
  /** The forms that add items; beside the list where there is room. */
  aside?: ReactNode
  children: ReactNode
}

/** The content of one tab: forms and a list. */
export function Panel({ title, staleSince, aside, children }: Props) {
  const holder = useFocusFallback<HTMLElement>()
  return (
    <section className="stack" ref={holder}>
      {/* On screen its tab says it. */}
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
