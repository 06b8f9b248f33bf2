import type { Reservation } from '../../../../contract/reservation.ts'
import { Badge } from '../../../ui/list/badge.tsx'
import { waitingText } from '../../components/waitlist/waiting-counts.ts'
import { useLineOf } from './use-line-of.ts'

export function LineBadge({ reservation }: { reservation: Reservation }) {
  const { data } = useLineOf(reservation)
  return data !== undefined && data.count > 0 && <Badge tone="waiting">{waitingText(data.count)}</Badge>
}
