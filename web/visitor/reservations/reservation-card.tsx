import { useId, useRef } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { minutesOf, timeRange, titleOf, whereOf } from '../../components/reservation/reservation-text.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useFocusFallback } from '../../ui/focus/use-focus-fallback.ts'
import { reasonName, SAYS_WHY } from './reason-text.ts'
import type { DialogAction } from './reservation-action.ts'
import { ReservationActions } from './reservation-actions.tsx'

type Props = {
  reservation: Reservation
  now: Instant
  onOpen: () => void
  onAct: (action: DialogAction) => void
}

export function ReservationCard({ reservation, now, onOpen, onAct }: Props) {
  const facts = reservationFacts(reservation)
  const status = displayedStatus(facts, now)
  const title = useId()
  const details = useRef<HTMLButtonElement>(null)
  // The other buttons come and go with the status.
  const card = useFocusFallback<HTMLElement>(() => details.current)
  return (
    <article
      className="reservation card"
      data-over={OVER.includes(status) || undefined}
      aria-labelledby={title}
      ref={card}
    >
      <header className="row" data-spread>
        <p className="muted">{koreanDate(facts.date)}</p>
        <StatusBadge status={status} />
      </header>
      <p className="reservation__time">
        {timeRange(reservation)} <span className="reservation__length">{minutesOf(reservation)}분</span>
      </p>
      <h2 id={title}>{titleOf(reservation)}</h2>
      <p className="muted">{whereOf(reservation).join(' · ')}</p>
      {reservation.cancel_note && SAYS_WHY.includes(status) && (
        <p className="reservation__reason">
          {reasonName(status)}: {reservation.cancel_note}
        </p>
      )}
      <footer className="reservation__actions">
        <Button size="small" ref={details} onClick={onOpen} aria-describedby={title}>
          상세 보기
        </Button>
        <ReservationActions {...{ reservation, now, onAct }} describedBy={title} />
      </footer>
    </article>
  )
}

const OVER: readonly string[] = ['REJECTED', 'CANCELLED', 'COMPLETED']
