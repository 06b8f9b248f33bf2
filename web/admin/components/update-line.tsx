import { madridTime } from '../../../domain/madrid-time.ts'
import { onServiceClock, useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'

type Props = {
  /** When the data came, on this device's own clock; 0 before any did. */
  updatedAt: number
  onRefresh: () => void
  refreshing: boolean
}

/** From when the data is, and the button that asks for newer. */
export const UpdateLine = ({ updatedAt, onRefresh, refreshing }: Props) => (
  <div className="row">
    {updatedAt > 0 && <UpdatedAgo updatedAt={updatedAt} />}
    <Button size="small" pending={refreshing} onClick={onRefresh}>
      새로고침
    </Button>
  </div>
)

// On its own, so that a second's tick renders nothing but these words.
function UpdatedAgo({ updatedAt }: { updatedAt: number }) {
  const now = useNow(1_000)
  const updated = onServiceClock(updatedAt)
  const seconds = Math.max(0, Math.floor((now - updated) / 1_000))
  return (
    <p className="muted small numerals">업데이트 {seconds < 60 ? `${seconds}초 전` : madridTime(updated)}</p>
  )
}
