import { figures } from '../../ui/figures.ts'
import type { ReactNode } from 'react'
import './action-bar.css'

type Props = {
  floats: 'always' | 'never'
  status: ReactNode
  beside?: ReactNode
  children: ReactNode
}

export const ActionBar = ({ floats, status, beside, children }: Props) => (
  <div
    className="card row list-actions"
    data-wrap
    data-spread
    role="group"
    aria-label="목록 작업"
    data-floats={floats}
  >
    <div className="row">
      <p {...figures('strong')} role="status">
        {status}
      </p>
      {beside}
    </div>
    <div className="row" data-wrap>
      {children}
    </div>
  </div>
)
