import { useState } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { AdminAction } from '../../../domain/reservation.ts'
import { useNow } from '../../browser/clock.ts'
import { usePreload } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { useMay } from '../components/use-may.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { decide, useDeciding, BUTTON_TEXT, DECISION_TEXT, openActions } from './decide.ts'
import { MoveDialog, ReasonDialog } from './late-tasks.ts'
import { NoteDialog } from './note-dialog.tsx'
import { ReservationDetails, type EditedPart } from './reservation-details.tsx'
import { useOpenedReservation } from './use-opened-reservation.ts'
import { VisitorDialog } from './visitor-dialog.tsx'

type Props = {
  /** Updated by polls, so that colleagues' changes show. */
  reservation: Reservation
  places: Pick<Dashboard, 'docents' | 'rooms'>
  /** Opened from another reservation of the same member; closing returns to it. */
  isInner?: boolean
  onClose: () => void
}

const LATE = [ReasonDialog]

export default function ReservationDialog({ reservation, places, isInner = false, onClose }: Props) {
  const now = useNow(60_000)
  usePreload(LATE)
  const [decision, setDecision] = useState<AdminAction | null>(null)
  const [edited, setEdited] = useState<EditedPart | null>(null)
  const other = useOpenedReservation()
  const leave = () => setDecision(null)
  const stopEditing = () => setEdited(null)
  return (
    <>
      <div className="reservation-details__dialog">
        <Dialog
          title="예약 상세"
          wide
          onClose={onClose}
          actions={<Actions {...{ reservation, now, onClose }} onAsk={setDecision} />}
        >
          <ReservationDetails
            reservation={reservation}
            places={places}
            now={now}
            onEdit={setEdited}
            onOpen={isInner ? undefined : other.open}
          />
        </Dialog>
      </div>
      {other.opened && (
        <ReservationDialog
          key={other.opened.id}
          reservation={other.opened}
          places={places}
          isInner
          onClose={() => other.opened && other.close(other.opened)}
        />
      )}
      {decision === 'complete' && (
        <ConfirmDialog
          title={DECISION_TEXT.complete}
          action={BUTTON_TEXT.complete}
          kind="primary"
          // A toast explains a failure; the details show what is still possible.
          onConfirm={() => decide(reservation, 'complete').then(onClose, () => {})}
          onClose={leave}
        >
          <p>
            <span translate="no">{reservation.visitor.company}</span> ·{' '}
            <span translate="no">{placeName(reservation)}</span> ·{' '}
            <span translate="no">{timeRange(reservation)}</span> 예약을 종료된 것으로 처리합니다. 되돌릴 수
            없으며, 아직 시작하지 않은 시간은 다시 예약할 수 있게 됩니다.
          </p>
        </ConfirmDialog>
      )}
      {decision && decision !== 'complete' && (
        <ReasonDialog reservation={reservation} decision={decision} onClose={leave} onDecided={onClose} />
      )}
      {edited === 'visitor' && (
        <VisitorDialog reservation={reservation} places={places} onClose={stopEditing} />
      )}
      {edited === 'move' && <MoveDialog reservation={reservation} places={places} onClose={stopEditing} />}
      {edited === 'note' && <NoteDialog reservation={reservation} onClose={stopEditing} />}
    </>
  )
}

type ActionsProps = Omit<Props, 'places'> & { now: Instant; onAsk: (action: AdminAction) => void }

function Actions({ reservation, now, onClose, onAsk }: ActionsProps) {
  const [pending, setPending] = useState(false)
  const { doing } = useDeciding()
  // No second decision while one is running.
  const isDecided = doing.has(reservation.id) && !pending
  const may = useMay()
  const actions = isDecided || !may(actOnReservation) ? [] : openActions(reservation, now)
  // A colleague's decision removes the buttons, perhaps the focused one.
  const close = useDialogFallback()
  const approve = async () => {
    setPending(true)
    try {
      await decide(reservation, 'approve')
      onClose()
    } catch {
      // A toast has explained it; the new state shows what is possible.
      setPending(false)
    }
  }
  if (actions.length === 0)
    return (
      <Button ref={close} onClick={onClose}>
        닫기
      </Button>
    )
  return actions.map((action) => (
    <Button
      key={action}
      kind={action === 'approve' || action === 'approve_cancellation' ? 'primary' : 'secondary'}
      pending={action === 'approve' && pending}
      onClick={() => (action === 'approve' ? void approve() : onAsk(action))}
    >
      {BUTTON_TEXT[action]}
    </Button>
  ))
}
