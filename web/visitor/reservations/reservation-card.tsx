import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { StatusBadge } from '../../labels/status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { timeRange, titleOf, whereOf } from '../../labels/reservation-text.ts'

type Props = { reservation: Reservation; now: Instant; onOpen: () => void }

export function ReservationCard({ reservation, now, onOpen }: Props) {
  const facts = reservationFacts(reservation)
  const status = displayedStatus(facts, now)
  return (
    <article className="reservation card" data-over={OVER.includes(status) || undefined}>
      <header className="row" data-spread>
        <p className="muted">{koreanDate(facts.date)}</p>
        <StatusBadge status={status} />
      </header>
      <p className="reservation__time">{timeRange(reservation)}</p>
      <h2>{titleOf(reservation)}</h2>
      <p className="muted">{whereOf(reservation).join(' · ')}</p>
      <footer className="reservation__foot">
        <Button size="small" onClick={onOpen} aria-label={`${titleOf(reservation)} 상세 보기`}>
          상세 보기
        </Button>
      </footer>
    </article>
  )
}

const OVER: readonly string[] = ['REJECTED', 'CANCELLED', 'COMPLETED']
