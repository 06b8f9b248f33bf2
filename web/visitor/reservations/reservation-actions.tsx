import { downloadCalendarEntry } from '../../../contract/calendar.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { openActions, type DialogAction } from './reservation-action.ts'

type Props = {
  reservation: Reservation
  now: Instant
  onAct: (action: DialogAction) => void
  /** The id of what says which reservation these are about. */
  describedBy: string
}

/** The buttons for what a member may do with a reservation now, the same wherever it is shown. */
export const ReservationActions = ({ reservation, now, onAct, describedBy }: Props) =>
  openActions(reservation, now).map((action) =>
    action === 'calendar' ? (
      // A link and not a call: every system has its own way of taking a calendar file.
      <ButtonLink
        key={action}
        size="small"
        download
        href={addressOf(reservation)}
        aria-describedby={describedBy}
      >
        캘린더에 추가
      </ButtonLink>
    ) : (
      <Button key={action} size="small" aria-describedby={describedBy} onClick={() => onAct(action)}>
        {buttonText(action, reservation)}
      </Button>
    ),
  )

const addressOf = ({ id }: Reservation) => downloadCalendarEntry.path.replace('{id}', String(id))

const buttonText = (action: DialogAction, { feedback }: Reservation) => {
  if (action === 'cancel') return '예약 취소'
  if (action === 'end') return '미팅 종료'
  return feedback ? '피드백 수정' : '피드백 작성'
}
