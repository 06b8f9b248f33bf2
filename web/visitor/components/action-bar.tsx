import type { ReactNode } from 'react'
import './action-bar.css'

export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="action-bar">
    <div className="action-bar__inner">{children}</div>
  </div>
)
