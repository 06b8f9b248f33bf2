import type { ReactNode } from 'react'
import './badge.css'

export type BadgeTone =
  | 'waiting'
  | 'approved'
  | 'cancel-requested'
  | 'ended'
  | 'rejected'
  | 'cancelled'
  | 'vip'
  | 'vvip'

export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)
