import type { Reservation } from '../../../../contract/reservation.ts'
import { Badge } from '../../../ui/list/badge.tsx'
import { useReservationContext } from './use-context.ts'

/** Says beside the status that the member has something else at that time. */
export function OverlapBadge({ reservation }: { reservation: Reservation }) {
  const { data } = useReservationContext(reservation)
  const count = data?.overlapping.length ?? 0
  return count > 0 && <Badge tone="cancel-requested">같은 시간에 본인 예약 {count}건</Badge>
}
