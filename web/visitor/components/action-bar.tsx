import type { ReactNode } from 'react'
import './action-bar.css'

/** What to do next, always in view: above the navigation on phones, at the foot of what it is about on desks. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="action-bar">
    <div className="action-bar__inner">{children}</div>
  </div>
)
