import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { figures } from '../../ui/figures.ts'

export const VisitorName = ({ visitor: { company, name } }: Pick<Reservation, 'visitor'>) => (
  <>
    <span {...figures('strong')}>{company}</span> <span translate="no">{name}</span>
  </>
)

/** For example `11.21 (토) 09:10 ~ 09:30 · 미팅룸 1`. */
export const visitText = (reservation: Reservation): string =>
  `${shortKoreanDate(reservationFacts(reservation).date)} ${timeRange(reservation)} · ${placeName(reservation)}`
