import { useState } from 'react'
import type { Arrival } from '../../../../contract/admin/arrivals.ts'
import { canUndoArrival } from '../../../../domain/arrival.ts'
import { madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import { Button } from '../../../ui/controls.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { undoArrivalOf } from './marking.ts'

type Props = Pick<Arrival, 'id' | 'name' | 'arrival_code' | 'arrived_at'> & { now: Instant }

/** Asks, because an arrival cannot be marked again after the visit. */
export function UndoButton({ now, ...arrival }: Props) {
  const [isAsking, setAsking] = useState(false)
  // Some answers lack it.
  const at = arrival.arrived_at == null ? null : Date.parse(arrival.arrived_at)
  if (at === null || !canUndoArrival({ arrived_at: at }, now)) return null
  return (
    <>
      <Button size="small" aria-label={`${arrival.name} 되돌리기`} onClick={() => setAsking(true)}>
        되돌리기
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="도착 확인 되돌리기"
          action="되돌리기"
          onConfirm={() => undoArrivalOf(arrival)}
          onClose={() => setAsking(false)}
        >
          <p translate="no">{`${arrival.name} · ${madridTime(at)} 도착`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
