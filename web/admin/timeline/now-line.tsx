import type { CSSProperties } from 'react'
import { madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../now.ts'
import { nowColumn } from './timeline-span.ts'

// On their own, so that a minute's tick renders nothing but them.

const useNowPlace = (date: string) => {
  const now = useNow(60_000)
  const at = nowColumn(date, now)
  return at === null ? null : { time: madridTime(now), style: { '--at': at } as CSSProperties }
}

/** The present time among the hours. */
export function NowLabel({ date }: { date: string }) {
  const place = useNowPlace(date)
  return (
    place && (
      <span className="timeline__now-time numerals" style={place.style}>
        {place.time}
      </span>
    )
  )
}

/** The line of the present time over all rows. */
export function NowLine({ date }: { date: string }) {
  const place = useNowPlace(date)
  return (
    place && (
      <div className="timeline__now" style={place.style}>
        <span className="visually-hidden">현재 시각 {place.time}</span>
      </div>
    )
  )
}
