import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { spanText, titleOf, whereOf } from '../../components/reservation/reservation-text.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { figures } from '../../ui/figures.ts'

type Props = {
  reservation: Reservation
  now: Instant
  /** Why the action is no longer possible; null while it is. */
  gone: string | null
}

export function ActionSubject({ reservation, now, gone }: Props) {
  const facts = reservationFacts(reservation)
  return (
    <div className="stack" data-gap="8">
      <div aria-live="polite">
        <StatusBadge status={displayedStatus(facts, now)} />
      </div>
      <p>
        <span {...figures('strong')}>{titleOf(reservation)}</span>
        <br />
        <span {...figures('muted')}>
          {[`${shortKoreanDate(facts.date)} ${spanText(reservation)}`, ...whereOf(reservation)].join(' · ')}
        </span>
      </p>
      <p className="live note" role="status">
        {gone !== null && `예약 상태가 바뀌어 지금은 ${gone}.`}
      </p>
    </div>
  )
}
