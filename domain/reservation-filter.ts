import { STATUSES, takesPlace, type Status } from './reservation.ts'

export const STATUS_FILTERS = ['all', 'active', 'cancelled', 'visits', ...STATUSES] as const
export type StatusFilter = (typeof STATUS_FILTERS)[number]

const OFF: readonly Status[] = ['CANCELLED', 'REJECTED']

export function statusesIn(filter: StatusFilter): readonly Status[] {
  if (filter === 'all') return STATUSES
  if (filter === 'cancelled') return OFF
  if (filter === 'active') return STATUSES.filter((status) => !OFF.includes(status))
  if (filter === 'visits') return STATUSES.filter(takesPlace)
  return [filter]
}

/** Approved ones are displayed as completed after their end. */
export const storedAs = (displayed: readonly Status[]): Status[] =>
  STATUSES.filter(
    (status) => displayed.includes(status) || (status === 'APPROVED' && displayed.includes('COMPLETED')),
  )

const NUMBER = /^(?:예약\s*)?#?([1-9]\d{0,8})\s*번?$/

export const numberIn = (search: string): number | null => Number(NUMBER.exec(search.trim())?.[1]) || null
