import type { ComponentType, Dispatch, SetStateAction } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { EndDialog } from './end-dialog.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'
import type { ActionDialogProps, DialogAction } from './reservation-action.ts'

/** An action's dialog may lie over the details. */
export type Opened = { id: number; details: boolean; action: DialogAction | null }

const DIALOGS: Readonly<Record<DialogAction, ComponentType<ActionDialogProps>>> = {
  cancel: CancelDialog,
  end: EndDialog,
  feedback: FeedbackDialog,
}

type Props = {
  opened: Opened
  reservation: Reservation
  now: Instant
  onChange: Dispatch<SetStateAction<Opened | null>>
  onDone: (action: DialogAction, reservation: Reservation) => void
}

export default function ReservationDialogs({ opened, reservation, now, onChange, onDone }: Props) {
  const { details, action } = opened
  const Action = action && DIALOGS[action]
  return (
    <>
      {details && (
        <DetailsDialog
          {...{ reservation, now }}
          onAct={(next) => onChange({ ...opened, action: next })}
          onClose={() => onChange(null)}
        />
      )}
      {Action && (
        <Action
          {...{ reservation, now }}
          onClose={() => onChange(details ? { ...opened, action: null } : null)}
          onDone={() => {
            // A dialog opened since then stays open.
            onChange((now) => (now?.id === opened.id && now.action === action ? null : now))
            onDone(action, reservation)
          }}
        />
      )}
    </>
  )
}
