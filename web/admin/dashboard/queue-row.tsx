import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { StatusBadge } from '../../labels/status-badge.tsx'
import { placeName, timeRange } from '../../labels/reservation-text.ts'
import { waitingSince, waitingText } from '../../admin-parts/waiting.ts'

type Props = { reservation: Reservation; now: Instant; onOpen: (reservation: Reservation) => void }

/** One reservation that waits; pressing it shows everything about it. */
export function QueueRow({ reservation, now, onOpen }: Props) {
  const { id, status, visitor } = reservation
  const isLate = reservationFacts(reservation).starts_at <= now
  return (
    <button
      type="button"
      className="queue-row"
      data-row={id}
      aria-haspopup="dialog"
      onClick={() => onOpen(reservation)}
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
        {waitingText(waitingSince(reservation), now)}
      </span>
    </button>
  )
}
