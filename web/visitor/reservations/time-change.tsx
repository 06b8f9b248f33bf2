import { useLocation } from 'wouter'
import { listMyReservations, reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { canChangeTime } from '../../../domain/reservation.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { openChangeOf } from '../components/own-list/open-change.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import { replacedText } from './reason-text.ts'

type Props = { reservation: Reservation; now: Instant; describedBy: string }

/** The time and place that an undecided request asks for. */
export function useOpenChange(reservation: Reservation): string | undefined {
  const { data } = useRead(listMyReservations, {}, { enabled: false })
  const { withLabel } = useTierLabels({ enabled: false })
  const change = data && openChangeOf(data, reservation)
  if (!change) return undefined
  const { date } = reservationFacts(change)
  return replacedText({ date, time: timeRange(change), place: placeName(withLabel(change)) })
}

/** Asks for another time, or says that one is asked for. */
export function TimeChange({ reservation, now, describedBy }: Props) {
  const [, navigate] = useLocation()
  const wanted = useOpenChange(reservation)
  if (wanted) return <p {...figures()}>{`시간 변경 요청 중: ${wanted}`}</p>
  return (
    canChangeTime(reservationFacts(reservation), now) && (
      <Button
        size="small"
        aria-describedby={describedBy}
        onClick={() => navigate(`${PATHS.changeTime}?id=${reservation.id}`)}
      >
        시간 변경 요청
      </Button>
    )
  )
}
