import type { Ref } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import type { CompetingRequests } from './competing-requests.ts'
import { waitingSince, waitingText } from '../reservation-dialog/waiting-text.ts'
import './queue-row.css'

type Props = {
  reservation: Reservation
  now: Instant
  competing: CompetingRequests | undefined
  /** The decision that was made about it and is not done yet. */
  doing: string | undefined
  /** Why the last decision did not go through. */
  failure: string | undefined
  ref: Ref<HTMLButtonElement> | undefined
  onStep: (by: 1 | -1) => void
  onOpen: (reservation: Reservation) => void
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** One reservation that waits; pressing it shows everything about it. */
export function QueueRow({ reservation, now, competing, doing, failure, ref, onStep, onOpen }: Props) {
  const { id, status, visitor } = reservation
  const isLate = reservationFacts(reservation).starts_at <= now
  return (
    <button
      type="button"
      className="queue-row"
      data-row={id}
      aria-haspopup="dialog"
      ref={ref}
      onClick={() => onOpen(reservation)}
      onKeyDown={(event) => {
        const step = STEPS[event.key]
        if (step === undefined) return
        event.preventDefault()
        onStep(step)
      }}
    >
      <span className="queue-row__time numerals">
        {timeRange(reservation)} {isLate && <span className="queue-row__late">지난 시간</span>}
      </span>{' '}
      <span className="queue-row__place">
        <span className="queue-row__place-name">{placeName(reservation)}</span>{' '}
        <span className="queue-row__topic muted small">
          {reservation.type === 'VIP_TOUR'
            ? reservation.available_tour.docent.language
            : reservation.visitor.title}
        </span>
      </span>{' '}
      <span className="queue-row__visitor">
        <span className="queue-row__company">{visitor.company}</span>{' '}
        <span className="queue-row__person muted small">
          <span className="queue-row__name">{visitor.name}</span>
          <span className="queue-row__count numerals"> · {visitor.count}명</span>
        </span>
      </span>{' '}
      <span className="queue-row__status">
        <StatusBadge status={status} />
      </span>{' '}
      <span className="queue-row__wait muted small numerals">
        {doing ?? waitingText(waitingSince(reservation), now)}
      </span>
      {(failure !== undefined || competingText(competing).length > 0) && (
        <>
          {' '}
          <span className="queue-row__notes small">
            {competingText(competing).map((text) => (
              <span key={text} className="queue-row__rival numerals">
                {text}
              </span>
            ))}
            {failure !== undefined && <span className="queue-row__failure">{failure}</span>}
          </span>
        </>
      )}
    </button>
  )
}

/** Other facts to weigh: the same company's other reservations of that date, and the member's own at that time. */
const competingText = (competing: CompetingRequests | undefined): string[] => [
  ...(competing && competing.overlapping > 0 ? [`같은 시간에 본인 예약 ${competing.overlapping}건`] : []),
  ...(competing && competing.company > 0 ? [`같은 회사 예약 ${competing.company}건`] : []),
]
