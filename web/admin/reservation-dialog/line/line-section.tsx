import type { Reservation } from '../../../../contract/reservation.ts'
import { LineList } from '../../components/waitlist/line-list.tsx'
import { useLineOf } from './use-line-of.ts'
import { figures } from '../../../ui/figures.ts'

export default function LineSection({ reservation }: { reservation: Reservation }) {
  const { data, refetch } = useLineOf(reservation)
  if (!data || data.count === 0) return null
  return (
    <section className="stack" data-gap="8">
      <h3>
        자리 대기 <span {...figures()}>{data.count}명</span>
      </h3>
      <p className="muted small">
        이 예약이 거절·취소되면 위에서부터 순서대로 예약이 신청됩니다. 같은 등급에서는 먼저 신청한 순서입니다.
      </p>
      <LineList line={data} onChanged={() => void refetch()} />
    </section>
  )
}
