import type { Reservation } from '../../../contract/reservation.ts'
import { MINUTE, type Instant } from '../../../domain/madrid-time.ts'

/** Since the cancellation request, else since the booking. */
export const waitingSince = ({
  created_at,
  cancel_requested_at,
}: Pick<Reservation, 'created_at' | 'cancel_requested_at'>): Instant =>
  Date.parse(cancel_requested_at ?? created_at)

/** Empty if `since` is unknown. */
export function waitingText(since: Instant, now: Instant): string {
  const minutes = Math.floor((now - since) / MINUTE)
  if (Number.isNaN(minutes)) return ''
  if (minutes < 1) return '방금'
  if (minutes < 60) return `${minutes}분 대기`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}시간 대기`
  return `${Math.floor(minutes / (24 * 60))}일 대기`
}
