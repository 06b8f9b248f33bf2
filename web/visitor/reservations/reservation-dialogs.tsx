import type { ComponentType, Dispatch, RefObject, SetStateAction } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import AlertDialog from '../../ui/dialog/alert-dialog.tsx'
import { visitorToast } from '../../ui/toast.ts'
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
  /** Undefined if the member has none of this number. */
  reservation: Reservation | undefined
  now: Instant
  onChange: Dispatch<SetStateAction<Opened | null>>
  /** The toast about an ended meeting; null once the screen is left. */
  ended: RefObject<number | null>
}

export default function ReservationDialogs({ opened, reservation, now, onChange, ended }: Props) {
  if (!reservation)
    return (
      <AlertDialog
        text="이 계정에서 찾을 수 없는 예약입니다. 예약하신 분의 계정으로 로그인했는지 확인해주세요."
        onClose={() => onChange(null)}
      />
    )
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
            if (action === 'end') inviteFeedback(reservation, { onChange, ended })
          }}
        />
      )}
    </>
  )
}

function inviteFeedback(
  { id, feedback }: Reservation,
  { onChange, ended }: Pick<Props, 'onChange' | 'ended'>,
) {
  const isHere = ended.current !== null
  const write = {
    label: '피드백 작성',
    onPress: () => onChange({ id, details: false, action: 'feedback' }),
  }
  const toast = visitorToast.success(
    feedback ? '미팅이 종료되었습니다.' : '미팅이 종료되었습니다. 피드백을 남겨주세요.',
    isHere && !feedback ? write : undefined,
  )
  if (isHere) ended.current = toast
}
