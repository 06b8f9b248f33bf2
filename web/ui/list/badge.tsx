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
  // Animates changes, not the first render.
  const [first] = useState(tone)
  const style = { background: `var(--${tone}-paper)`, color: `var(--${tone})` }
  return (
    <span className="badge" data-tone={tone} data-changed={tone !== first || undefined} style={style}>
      {children}
    </span>
  )
}
