import type { Status } from '../../../domain/reservation.ts'

/** Whose reason it is that a reservation keeps, in the status in which people see it. */
export function reasonName(status: Status): string {
  if (status === 'REJECTED') return '거절 사유'
  if (status === 'CANCELLED') return '취소 사유'
  if (status === 'CANCEL_REQUESTED') return '취소 요청 사유'
  // A request that was refused leaves the latest word of either side.
  return '지난 취소 요청 관련 사유'
}

/** In these the reason explains the status, so that it stands beside it. */
export const SAYS_WHY: readonly Status[] = ['CANCEL_REQUESTED', 'REJECTED', 'CANCELLED']
