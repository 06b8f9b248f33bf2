import { useState } from 'react'
import { pageCount } from '../../ui/list/page-list.ts'

/** Leads through the pages of a list. Another list, by its name, begins at its first. */
export function usePages(list: string, pageSize: number) {
  const [state, setState] = useState({ list, page: 1 })
  if (state.list !== list) setState({ list, page: 1 })
  const page = state.list === list ? state.page : 1
  const onPage = (to: number) => setState({ list, page: to })
  return {
    query: { page: String(page), page_size: String(pageSize) },
    /** The fields of its `Pager`; undefined until the first answer. A page that is no more leads back to the last one. */
    pagerOf(count: number | undefined) {
      const last = count === undefined ? page : pageCount(count, pageSize)
      if (page > last) onPage(last)
      return { page, count: count ?? 0, pageSize, onPage }
    },
  }
}

export type PagerOf = ReturnType<ReturnType<typeof usePages>['pagerOf']>
