import type { Reservation } from '../../../../contract/reservation.ts'
import { Badge } from '../../../ui/list/badge.tsx'
import { UNTOLD_TEXT } from '../../components/failed-mails.ts'
import { useReservationContext } from './use-context.ts'

export function ContextBadges({ reservation }: { reservation: Reservation }) {
  const { data } = useReservationContext(reservation)
  if (!data) return null
  const { overlapping, mails } = data
  return (
    <>
      {overlapping.length > 0 && <Badge tone="cancel-requested">예약 겹침 {overlapping.length}건</Badge>}
      {mails[0]?.status === 'failed' && <Badge tone="rejected">{UNTOLD_TEXT}</Badge>}
    </>
  )
}
