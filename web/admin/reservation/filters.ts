import { useMemo } from 'react'
import { typeOf, type TypeFilter } from '../components/type-filter.ts'
import { useQueryParams } from '../components/use-query-params.ts'
import { isDate } from '../../../domain/madrid-time.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { STATUS_FILTERS, type StatusFilter } from '../../../domain/reservation-filter.ts'

export type Filters = {
  /** A date, `all`, or null for the default. */
  date: string | null
  type: TypeFilter
  status: StatusFilter
  search: string
  /** `1,2`: only these reservations; empty for all. */
  ids: string
}

const IDS = /^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/

/** Missing or invalid values become the defaults. */
export function filtersOf(values: URLSearchParams): Filters {
  const date = values.get('date') ?? ''
  return {
    date: date === 'all' || isDate(date) ? date : null,
    type: typeOf(values.get('type')),
    status: STATUS_FILTERS.find((status) => status === values.get('status')) ?? 'active',
    search: values.get('search')?.slice(0, 100) ?? '',
    ids: IDS.exec(values.get('ids') ?? '')?.[0] ?? '',
  }
}

export const startingDate = (dates: readonly string[], today: string): string =>
  dateToShow(dates, today) ?? 'all'

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
    /** Keeps the date. */
    reset: () => change({ type: undefined, status: undefined, search: undefined, ids: undefined }),
  }
}
