import { STATUS_TEXT } from '../../../contract/reservation.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import type { Status } from '../../../domain/reservation.ts'
import { Badge, type BadgeTone } from '../../ui/list/badge.tsx'

const TONES: Readonly<Record<Status, BadgeTone>> = {
  PENDING: 'waiting',
  APPROVED: 'approved',
  CANCEL_REQUESTED: 'cancel-requested',
  COMPLETED: 'ended',
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
}

/** Expects the displayed status. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={TONES[status]}>{STATUS_TEXT[status]}</Badge>
)

export const ArrivedBadge = ({ at }: { at: string }) => (
  <Badge tone="approved">
    <span translate="no">{madridTime(Date.parse(at))}</span> 도착
  </Badge>
)
