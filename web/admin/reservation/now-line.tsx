import type { CSSProperties } from 'react'
import { madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { dayShare } from './grid-days.ts'
import './now-line.css'

// Separate components, so that only they re-render.

export function NowLine({ date }: { date: string }) {
  const share = dayShare(date, useNow(60_000))
  return share !== null && <div className="now-line" style={placed(share)} aria-hidden="true" />
}

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
