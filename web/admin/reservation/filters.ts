import { useMemo } from 'react'
import { useQueryParams } from '../components/use-query-params.ts'
import { isDate } from '../../../domain/date-text.ts'
import { dateToShow } from '../../../domain/event-date.ts'

export const TYPES = ['all', 'tour', 'meeting'] as const
export const STATUSES = ['active', 'cancelled', 'all'] as const

export type Filters = {
  /** One date, `all` of them, or null: the one that the screen opens at. */
  date: string | null
  type: (typeof TYPES)[number]
  status: (typeof STATUSES)[number]
  search: string
}

/** Which reservations an address asks for; what it does not say, or says wrongly, is what the screen opens with. */
export function filtersOf(values: URLSearchParams): Filters {
  const date = values.get('date') ?? ''
  return {
    date: date === 'all' || isDate(date) ? date : null,
    type: TYPES.find((type) => type === values.get('type')) ?? 'all',
    status: STATUSES.find((status) => status === values.get('status')) ?? 'active',
    search: values.get('search')?.slice(0, 100) ?? '',
  }
}

/** The date that the screen opens at; without any, all. */
export const startingDate = (dates: readonly string[], today: string): string =>
  dateToShow(dates, today) ?? 'all'

/** Which reservations are looked at, kept in the address. */
export function useFilters() {
  const { values, change } = useQueryParams()
  const query = values.toString()
  return {
    filters: useMemo(() => filtersOf(new URLSearchParams(query)), [query]),
    change: ({ date, type, status }: Partial<Filters>) =>
      change({
        ...(date !== undefined && { date: date ?? undefined }),
        ...(type && { type: type === 'all' ? undefined : type }),
        ...(status && { status: status === 'active' ? undefined : status }),
      }),
    searchFor: (search: string) => change({ search }, { replace: true }),
    /** Any type, what is active, no search; the date stays. */
    reset: () => change({ type: undefined, status: undefined, search: undefined }),
  }
}
