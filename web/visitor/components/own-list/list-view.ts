import type { Reservation } from '../../../../contract/reservation.ts'
import { COUNTERS, type Counter } from '../../../../domain/own-reservations.ts'
import { LIST_PATHS, PATHS } from '../../../paths.ts'

export const COUNTER_TEXT: Readonly<Record<Counter, string>> = {
  total: '전체',
  pending: '대기중',
  upcoming: '예정',
  cancel_requested: '취소 요청',
  cancelled: '취소·거절',
  completed: '종료됨',
}

/** A tab of the list, optionally limited to what one counter counts. */
export type ListView = { tab: 'tours' | 'meetings'; counter: Counter }

/** Unknown values mean all tours. */
export function viewOf(search: string): ListView {
  const query = new URLSearchParams(search)
  return {
    tab: query.get('tab') === 'meetings' ? 'meetings' : 'tours',
    counter: COUNTERS.find((counter) => counter === query.get('status')) ?? 'total',
  }
}

export function addressOfView({ tab, counter }: ListView): string {
  const query = new URLSearchParams({
    tab,
    ...(counter !== 'total' && { status: counter }),
  })
  return `${PATHS.reservations}?${query}`
}

/** The list with one reservation's details open. */
export const detailsAddress = ({ id, type }: Pick<Reservation, 'id' | 'type'>): string =>
  `${LIST_PATHS[type === 'VIP_TOUR' ? 'tour' : 'room']}&open=${id}`
