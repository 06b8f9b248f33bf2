import type { Status } from '../../../domain/reservation.ts'

/** The name of the reason that a reservation keeps, by the displayed status. */
export function reasonName(status: Status): string {
  if (status === 'REJECTED') return '거절 사유'
  if (status === 'CANCELLED') return '취소 사유'
  if (status === 'CANCEL_REQUESTED') return '취소 요청 사유'
  // A request that was refused leaves the latest word of either side.
  return '지난 취소 요청 관련 사유'
}

/** In these the reason explains the status, so that it stands beside it. */
export const SAYS_WHY: readonly Status[] = ['CANCEL_REQUESTED', 'REJECTED', 'CANCELLED']
