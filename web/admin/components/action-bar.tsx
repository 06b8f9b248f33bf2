import type { ReactNode } from 'react'
import './action-bar.css'

type Props = {
  /** Whether it stays in sight while the list scrolls; where all buttons fit one line only, it is `wide`. */
  floats: 'always' | 'wide' | 'never'
  /** The subject of the buttons: the number that is chosen, or the number there is. */
  status: ReactNode
  /** Controls beside the status, such as the way to choose nothing. */
  beside?: ReactNode
  /** Its buttons. */
  children: ReactNode
}

/** The actions on a list, below it. */
export const ActionBar = ({ floats, status, beside, children }: Props) => (
  <div className="list-actions" role="group" aria-label="목록 작업" data-floats={floats}>
    <div className="row">
      <p className="list-actions__status numerals" role="status">
        {status}
      </p>
      {beside}
    </div>
    <div className="list-actions__buttons">{children}</div>
  </div>
)
