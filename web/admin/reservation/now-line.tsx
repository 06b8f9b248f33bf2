import type { CSSProperties } from 'react'
import { madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { dayShare } from './grid-days.ts'
import './now-line.css'

// On their own, so that they move alone.

/** Where on the hours of its table the present time is; nothing on another day. */
export function NowLine({ date }: { date: string }) {
  const share = dayShare(date, useNow(60_000))
  return share !== null && <div className="now-line" style={placed(share)} aria-hidden="true" />
}

/** The present time among the heads of the hours, which stay in sight. */
export function NowLabel({ date }: { date: string }) {
  const now = useNow(60_000)
  const share = dayShare(date, now)
  if (share === null) return null
  return (
    <span className="now-label numerals" style={placed(share)} aria-hidden="true">
      {madridTime(now)}
    </span>
  )
}

const placed = (share: number) => ({ '--share': share }) as CSSProperties
