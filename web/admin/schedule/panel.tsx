import type { ReactNode } from 'react'
import { useKeptFocus } from '../../admin-parts/kept-focus.ts'
import { StaleNote } from '../../ui/notice.tsx'

type Props = {
  title: string
  /** From when the list is, while the service does not answer. */
  staleSince: string | null
  children: ReactNode
}

/** What one tab shows: its heading, and below it forms and a list. */
export function Panel({ title, staleSince, children }: Props) {
  const holder = useKeptFocus<HTMLElement>()
  return (
    <section className="stack" ref={holder}>
      <h2 tabIndex={-1}>{title}</h2>
      <StaleNote since={staleSince} />
      {children}
    </section>
  )
}
