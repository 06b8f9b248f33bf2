import { STATUS_TEXT } from '../../../contract/reservation.ts'
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
