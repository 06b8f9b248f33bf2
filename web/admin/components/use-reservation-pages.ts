import { useMemo } from 'react'
import { pageReservations, type ReservationPage } from '../../../contract/admin/reservations.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'

type Query = NonNullable<CallInput<typeof pageReservations>['query']>
type Options = {
  enabled: boolean
  /** One date's active ones, which are bounded by its times: all of them, in up to three pages. Otherwise one page. */
  isDay: boolean
}

/** The reservations of a filter from its `after` on, never more than a page or the active ones of a day. */
export function useReservationPages(query: Query, { enabled, isDay }: Options) {
  const first = useFollowing(query, query.after, enabled)
  const second = useFollowing(query, first.data?.next, enabled && isDay && hasNext(first.data))
  const third = useFollowing(
    query,
    second.data?.next,
    enabled && isDay && hasNext(first.data) && hasNext(second.data),
  )
  const [one, two, three] = [first.data, second.data, third.data]
  const data = useMemo(() => one && (isDay ? joined(one, two, three) : one), [isDay, one, two, three])
  // Where more follows that has not come yet.
  const isFilling = isDay && hasNext(one) && (!two || (hasNext(two) && !three))
  return {
    ...first,
    data,
    isPlaceholderData: first.isPlaceholderData || isFilling,
    refetch: async () => {
      const [answer] = await Promise.all([
        first.refetch(),
        ...[second, third].filter((each) => each.isEnabled).map((each) => each.refetch()),
      ])
      return answer
    },
  }
}

const hasNext = (page: ReservationPage | undefined) => page !== undefined && page.next !== null

const useFollowing = (query: Query, after: string | null | undefined, enabled: boolean) =>
  useRead(
    pageReservations,
    { query: { ...query, after: after ?? undefined } },
    { poll: POLL_MS, enabled, keepPrevious: true },
  )

/** One page and those that follow it as one. */
function joined(
  page: ReservationPage,
  ...following: readonly (ReservationPage | undefined)[]
): ReservationPage {
  const [next, ...others] = following
  if (page.next === null || !next) return page
  const rest = joined(next, ...others)
  return {
    ...rest,
    count: page.count,
    tours: [...page.tours, ...rest.tours],
    meetings: [...page.meetings, ...rest.meetings],
  }
}
