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

/** Asks for another time, or says that one is asked for. */
export function TimeChange({ reservation, now, describedBy }: Props) {
  const [, navigate] = useLocation()
  const { data } = useRead(listMyReservations, {}, { enabled: false })
  const { withLabel } = useTierLabels({ enabled: false })
  const change = data && openChangeOf(data, reservation)
  if (change) {
    const { date } = reservationFacts(change)
    const wanted = replacedText({ date, time: timeRange(change), place: placeName(withLabel(change)) })
    return <p {...figures()}>{`시간 변경 요청 중: ${wanted}`}</p>
  }
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
