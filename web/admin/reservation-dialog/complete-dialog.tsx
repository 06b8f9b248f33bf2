import { useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { decide } from './decide.ts'
import { DECISION_TEXT } from './decisions.ts'

type Props = { reservation: Reservation; onClose: () => void; onDecided: () => void }

/** Asks first, because completion can't be undone. */
export function CompleteDialog({ reservation, onClose, onDecided }: Props) {
  const [pending, setPending] = useState(false)
  const complete = async () => {
    setPending(true)
    try {
      await decide(reservation, 'complete')
      onDecided()
    } catch {
      // A toast has explained it; the details show what is still possible.
      onClose()
    }
  }
  return (
    <Dialog
      kind="alert"
      title={DECISION_TEXT.complete}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button kind="primary" pending={pending} onClick={() => void complete()} data-autofocus>
            종료 처리
          </Button>
        </>
      }
    >
      {reservation.visitor.company} · {placeName(reservation)} · {timeRange(reservation)} 예약을 종료된 것으로
      처리합니다. 되돌릴 수 없으며, 아직 시작하지 않은 시간은 다시 예약할 수 있게 됩니다.
    </Dialog>
  )
}
