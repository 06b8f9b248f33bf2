import type { ReactNode } from 'react'
import './action-bar.css'

export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="action-bar">
    <div className="row action-bar__inner" data-wrap>
      {children}
    </div>
  </div>
)
