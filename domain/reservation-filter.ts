import { STATUSES, type Status } from './reservation.ts'

export const STATUS_FILTERS = ['all', 'active', 'cancelled', ...STATUSES] as const
/** Which reservations a list shows: all, those that are on or were, those that are off, or one status. */
export type StatusFilter = (typeof STATUS_FILTERS)[number]

const OFF: readonly Status[] = ['CANCELLED', 'REJECTED']

/** The displayed statuses that a filter lets through. */
export function statusesIn(filter: StatusFilter): readonly Status[] {
  if (filter === 'all') return STATUSES
  if (filter === 'cancelled') return OFF
  if (filter === 'active') return STATUSES.filter((status) => !OFF.includes(status))
  return [filter]
}

/** The stored statuses that may be displayed as one of these: an approved one becomes completed by the clock alone. */
export const storedAs = (displayed: readonly Status[]): Status[] =>
  STATUSES.filter(
    (status) => displayed.includes(status) || (status === 'APPROVED' && displayed.includes('COMPLETED')),
  )
