import { memo } from 'react'
import { STATUS_TEXT, type Reservation } from '../../../contract/reservation.ts'
import type { Status } from '../../../domain/reservation.ts'
import { spanText } from '../../components/reservation/reservation-text.ts'
import { UNTOLD_MARK, UNTOLD_TEXT, useFailedMails } from '../components/failed-mails.ts'
import { useWaitingFor, waitingText } from '../components/waitlist/waiting-counts.ts'
import { changeText } from '../components/change-text.ts'
import { partyName } from '../components/party-name.ts'
import './block.css'

type Props = {
  reservation: Reservation
  status: Status
  time: string
  isOutside: boolean
  /** One line high, if several share an hour. */
  isCompact: boolean
  onOpen: (reservation: Reservation) => void
}

/** Where the status text does not fit; the legend explains it. */
export const MARKS: { readonly [S in Status]?: string } = {
  PENDING: '?',
  CANCEL_REQUESTED: '!',
  COMPLETED: '✓',
}

export const ReservationBlock = memo(function ReservationBlock(props: Props) {
  const { reservation, status, time, isOutside, isCompact, onOpen } = props
  const company = partyName(reservation)
  const isUntold = useFailedMails().has(reservation.id)
  const waiting = useWaitingFor(reservation.id)
  // The longest text does not fit beside the time. COMPLETED looks approved, with a tick.
  const isMarked = isCompact || status === 'CANCEL_REQUESTED' || status === 'COMPLETED'
  const change = status === 'PENDING' && reservation.replaces ? '변경' : STATUS_TEXT[status]
  const mark = isMarked ? MARKS[status] : status === 'APPROVED' ? undefined : change
  return (
    <button
      type="button"
      className="small hour-block"
      data-spot="block"
      data-reservation={reservation.id}
      data-status={status}
      data-compact={isCompact || undefined}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={nameOf(reservation, status, [company, time, mark], isUntold, waiting)}
      onClick={() => onOpen(reservation)}
    >
      <span className="strong hour-block__company">
        {isUntold && <span className="problem">{`${UNTOLD_MARK} `}</span>}
        <span translate="no">{company}</span>
      </span>{' '}
      <span className="hour-block__time" data-outside={isOutside || undefined} translate="no">
        {time}
      </span>{' '}
      {waiting > 0 && <span className="strong hour-block__waiting">{`+${waiting}`}</span>}{' '}
      {mark && <span className="strong hour-block__mark">{mark}</span>}
    </button>
  )
})

// Visible text first, for voice control.
function nameOf(
  reservation: Reservation,
  status: Status,
  seen: (string | undefined)[],
  isUntold: boolean,
  waiting: number,
): string {
  const title = reservation.type === 'GROUP_MEETING' ? [reservation.visitor.title] : []
  return [
    seen.filter(Boolean).join(' '),
    spanText(reservation),
    STATUS_TEXT[status],
    changeText(reservation),
    ...title,
    reservation.visitor.name,
    isUntold && UNTOLD_TEXT,
    waiting > 0 && waitingText(waiting),
  ]
    .filter(Boolean)
    .join(', ')
}
