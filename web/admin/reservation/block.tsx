import { memo } from 'react'
import { STATUS_TEXT, type Reservation } from '../../../contract/reservation.ts'
import type { Status } from '../../../domain/reservation.ts'
import { spanText } from '../../components/reservation/reservation-text.ts'
import './block.css'

type Props = {
  reservation: Reservation
  status: Status
  time: string
  isOutside: boolean
  /** One line high, where several share an hour. */
  isCompact: boolean
  onOpen: (reservation: Reservation) => void
}

/** The mark of a status where there is no room for its word; the legend explains it. */
export const MARKS: { readonly [S in Status]?: string } = {
  PENDING: '?',
  CANCEL_REQUESTED: '!',
  COMPLETED: '✓',
}

/** A reservation in an hour of a table: the visitor's company first. */
export const ReservationBlock = memo(function ReservationBlock(props: Props) {
  const { reservation, status, time, isOutside, isCompact, onOpen } = props
  const { company } = reservation.visitor
  // The column gives the hour where a long mark needs the room.
  const isShort = (isCompact || status === 'CANCEL_REQUESTED') && !isOutside
  const shown = isShort ? time.slice(2) : time
  const mark = isCompact ? MARKS[status] : status === 'APPROVED' ? undefined : STATUS_TEXT[status]
  return (
    <button
      type="button"
      className="hour-block"
      data-spot="block"
      data-row={reservation.id}
      data-status={status}
      data-compact={isCompact || undefined}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={nameOf(reservation, status, [company, shown, mark])}
      onClick={() => onOpen(reservation)}
    >
      <span className="hour-block__company">{company}</span>{' '}
      <span className="hour-block__time" data-outside={isOutside || undefined}>
        {shown}
      </span>{' '}
      {mark && <span className="hour-block__mark">{mark}</span>}
    </button>
  )
})

// The visible text comes first, for a user who operates the screen by voice.
function nameOf(reservation: Reservation, status: Status, seen: (string | undefined)[]): string {
  const title = reservation.type === 'GROUP_MEETING' ? [reservation.visitor.title] : []
  return [
    seen.filter(Boolean).join(' '),
    spanText(reservation),
    STATUS_TEXT[status],
    ...title,
    reservation.visitor.name,
  ].join(', ')
}
