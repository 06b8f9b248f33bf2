import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone =
  | 'waiting'
  | 'held'
  | 'approved'
  | 'cancel-requested'
  | 'ended'
  | 'rejected'
  | 'cancelled'
  | 'vip'
  | 'vvip'

export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  const style = { background: `var(--${tone}-paper)`, color: `var(--${tone})` }
  return (
    <span className="badge" data-tone={tone} style={style}>
      {children}
    </span>
  )
}
