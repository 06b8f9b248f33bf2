import { downloadCalendarEntry } from '../../../contract/calendar.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { mainActionOf } from '../../../domain/own-reservations.ts'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { openActions, type DialogAction, type MemberAction } from './reservation-action.ts'

type Props = {
  reservation: Reservation
  now: Instant
  onAct: (action: DialogAction) => void
  /** Id of the text that names the reservation. */
  describedBy: string
  /** Frameless except the main action, so that lists stay calm. */
  isQuiet?: boolean
  /** The ticket already links to the calendar file. */
  hasTicket?: boolean
}

/** The most likely action comes first. */
export function ReservationActions({ reservation, now, onAct, describedBy, isQuiet, hasTicket }: Props) {
  const { feedback, ended_at } = reservation
  const more = { has_feedback: Boolean(feedback), ended_at: ended_at ? Date.parse(ended_at) : null }
  const main = mainActionOf({ ...reservationFacts(reservation), ...more }, now)
  const rest = openActions(reservation, now).filter((one) => one !== main)
  const kindOf = (action: MemberAction) => {
    // Not urgent, so not `primary` in a list of cards.
    if (action === main) return main === 'calendar' ? 'secondary' : 'primary'
    return isQuiet ? 'quiet' : 'secondary'
  }
  return (main ? [main, ...rest] : rest).map((action) =>
    action === 'calendar' ? (
      !hasTicket && (
        // A link, because each system handles calendar files itself.
        <ButtonLink
          key={action}
          size="small"
          kind={kindOf(action)}
          download
          href={calendarAddress(reservation)}
          aria-describedby={describedBy}
        >
          일정 추가
        </ButtonLink>
      )
    ) : (
      <Button
        key={action}
        size="small"
        kind={kindOf(action)}
        aria-describedby={describedBy}
        onClick={() => onAct(action)}
      >
        {buttonText(action, reservation)}
      </Button>
    ),
  )
}

export const calendarAddress = ({ id }: Reservation) => downloadCalendarEntry.path.replace('{id}', String(id))

const buttonText = (action: DialogAction, { feedback }: Reservation) => {
  if (action === 'cancel') return '예약 취소'
  if (action === 'end') return '미팅 종료'
  return feedback ? '피드백 수정' : '피드백 작성'
}
