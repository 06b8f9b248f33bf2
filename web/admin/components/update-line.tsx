import { madridTime } from '../../../domain/madrid-time.ts'
import { onServiceClock, useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/controls.tsx'
import type { useReads } from './load-state.tsx'
import { figures } from '../../ui/figures.ts'

type Props = {
  /** On this device's clock; 0 before the first data. */
  updatedAt: number
  reads: Pick<ReturnType<typeof useReads>, 'reload' | 'isReloading'>
}

export const UpdateLine = ({ updatedAt, reads }: Props) => (
  <div className="row">
    {updatedAt > 0 && <UpdatedAgo updatedAt={updatedAt} />}
    <Button size="small" pending={reads.isReloading} onClick={reads.reload}>
      새로고침
    </Button>
  </div>
)

// Separate, so that each second re-renders only this text.
function UpdatedAgo({ updatedAt }: { updatedAt: number }) {
  const now = useNow(1_000)
  const updated = onServiceClock(updatedAt)
  const seconds = Math.max(0, Math.floor((now - updated) / 1_000))
  return <p {...figures('muted small')}>업데이트 {seconds < 60 ? `${seconds}초 전` : madridTime(updated)}</p>
}
