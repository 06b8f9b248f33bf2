import type { ReactNode } from 'react'
import './action-bar.css'

/** The next step, always in view: above the navigation on phones, at the foot of its subject on desks. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="action-bar">
    <div className="action-bar__inner">{children}</div>
  </div>
)
