import { useEffect, useState } from 'react'
import type { Read } from './load-state.tsx'
import { useQueryParams } from './use-query-params.ts'
import { pageCount } from '../../ui/list/page-list.ts'

/** Another `list` starts at page 1. */
export function usePages(list: string, pageSize: number) {
  const [state, setState] = useState({ list, page: 1 })
  if (state.list !== list) setState({ list, page: 1 })
  const page = state.list === list ? state.page : 1
  const onPage = (to: number) => setState({ list, page: to })
  return {
    query: { page: String(page), page_size: String(pageSize) },
    /** Props of `Pager`. A page beyond the last leads to the last. */
    pagerOf(count: number | undefined) {
      const last = count === undefined ? page : pageCount(count, pageSize)
      if (page > last) onPage(last)
      return { page, count: count ?? 0, pageSize, onPage }
    },
  }
}

/** A page of the address may have disappeared with its last entry. */
export function useLastPage(
  page: number,
  pageSize: number,
  { data, isPlaceholderData }: Read<{ count: number } | undefined>,
) {
  const { change } = useQueryParams()
  const last = !data || isPlaceholderData ? page : pageCount(data.count, pageSize)
  useEffect(() => {
    if (page > last) change({ page: last > 1 ? last : undefined }, { replace: true })
  })
}

export type PagerOf = ReturnType<ReturnType<typeof usePages>['pagerOf']>
