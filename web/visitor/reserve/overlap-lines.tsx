import { timeRange, titleOf } from '../../components/reservation/reservation-text.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import type { ChosenTime } from './use-chosen-time.ts'
import { figures } from '../../ui/figures.ts'

/** Only a note: overlaps may be intended. */
export default function OverlapLines({ own }: Pick<ChosenTime, 'own'>) {
  const { withLabel } = useTierLabels()
  return own.map(({ reservation, isSame }) => (
    <p key={`${reservation.type} ${reservation.id}`}>
      <span>{isSame ? '이미 신청하신 시간입니다:' : '같은 시간에 다른 예약이 있습니다:'}</span>{' '}
      <span translate="no">
        {reservation.type === 'VIP_TOUR' ? 'VIP 투어 ' : ''}
        {titleOf(withLabel(reservation))}
      </span>{' '}
      <span {...figures('booking__own-time')}>{timeRange(reservation)}</span>
    </p>
  ))
}
