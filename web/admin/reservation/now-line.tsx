import type { CSSProperties } from 'react'
import { madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../now.ts'
import { dayShare } from './boards.ts'

/** Where on the hours of its table the present time is; nothing on another day. On its own, so that it moves alone. */
export function NowLine({ date }: { date: string }) {
  const now = useNow(60_000)
  const share = dayShare(date, now)
  if (share === null) return null
  return (
    <div className="now-line" style={{ '--share': share } as CSSProperties} aria-hidden="true">
      <span className="now-line__time numerals">{madridTime(now)}</span>
    </div>
  )
}
