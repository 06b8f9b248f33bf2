import { USER_FILTERS, type UserFilter } from '../../../contract/admin/members.ts'
import { pageOf, useQueryParams } from '../components/use-query-params.ts'

export type MemberQuery = { search: string; user_filter: UserFilter; page: number }

/** Missing or invalid values become the defaults. */
export const memberQueryOf = (values: URLSearchParams): MemberQuery => ({
  search: values.get('search')?.slice(0, 100) ?? '',
  user_filter: USER_FILTERS.find((filter) => filter === values.get('user_filter')) ?? 'all',
  page: pageOf(values.get('page')),
})

/** Another search or filter starts at page 1. */
export function useMemberQuery() {
  const { values, change } = useQueryParams()
  return {
    query: memberQueryOf(values),
    searchFor: (search: string) => change({ search, page: undefined }, { replace: true }),
    filterBy: (filter: UserFilter) =>
      change({ user_filter: filter === 'all' ? undefined : filter, page: undefined }),
    goTo: (page: number) => change({ page: page === 1 ? undefined : page }),
    showAll: () => change({ search: undefined, user_filter: undefined, page: undefined }),
  }
}
