import { useState, type ReactNode } from 'react'
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
  // Only a change moves, not the first sight.
  const [first] = useState(tone)
  const style = { background: `var(--${tone}-paper)`, color: `var(--${tone})` }
  return (
    <span className="badge" data-tone={tone} data-changed={tone !== first || undefined} style={style}>
      {children}
    </span>
  )
}
