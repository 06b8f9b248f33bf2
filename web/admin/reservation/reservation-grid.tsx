import { useDeferredValue, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { findReservation } from '../reservation-dialog/reservation-cache.ts'
import { useWaitingCounts, WaitingCounts } from '../components/waitlist/waiting-counts.ts'
import { useQueryParams } from '../components/use-query-params.ts'
import type { PagerOf } from '../components/use-pages.ts'
import { useNow } from '../../browser/clock.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { GridDays } from './grid-days-view.tsx'
import { gridDaysOf, type Sources } from './grid-days.ts'
import type { Filters } from './filters.ts'
import type { Actions } from './hour-table.tsx'

type Props = Actions & {
  sources: Sources & { pager: PagerOf }
  /** True while older data is shown. */
  isBusy: boolean
  filters: Filters
  onAllDates: (() => void) | undefined
  onReset: () => void
}

export function ReservationGrid({ sources, isBusy, filters, onOpen, onEmpty, onAllDates, onReset }: Props) {
  const now = useNow(60_000)
  const { dates, docents, rooms, reservations, tourSlots, roomSlots, pager } = sources
  // The choice shows at once; the tables follow.
  const { type, status, search } = useDeferredValue(filters)
  const day = dates.join()
  const days = useMemo(
    () =>
      gridDaysOf(
        { dates: day ? day.split(',') : [], docents, rooms, reservations, tourSlots, roomSlots },
        { type, status, search },
        now,
      ),
    [day, docents, rooms, reservations, tourSlots, roomSlots, type, status, search, now],
  )
  // The only one asked for opens by itself.
  const { change } = useQueryParams()
  const only = findReservation(reservations, Number(filters.ids))
  useEffect(() => {
    if (!only) return
    onOpen(only)
    // With a date its whole day is shown, and the same address opens it again.
    if (filters.date) change({ ids: undefined }, { replace: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Not again after each poll.
  }, [only?.id, onOpen])
  const waiting = useWaitingCounts(dates.length === 1 ? dates[0] : undefined)
  const nothing = <NothingFound {...{ filters, onAllDates, onReset }} />
  if (dates.length === 0)
    return filters.ids ? (
      nothing
    ) : (
      <EmptyState title="등록된 날짜가 없습니다.">
        <Link to={PATHS.adminSchedule}>일정 관리에서 행사 날짜를 추가해주세요.</Link>
      </EmptyState>
    )
  return (
    <WaitingCounts value={waiting}>
      <GridDays
        days={days}
        isBusy={isBusy}
        status={status}
        isAllDates={filters.date === 'all'}
        pager={pager}
        view={[day, type, status, search].join(' ')}
        onOpen={onOpen}
        onEmpty={onEmpty}
      >
        {nothing}
      </GridDays>
    </WaitingCounts>
  )
}

type NothingProps = Pick<Props, 'filters' | 'onAllDates' | 'onReset'>

function NothingFound({ filters: { type, status, search, ids }, onAllDates, onReset }: NothingProps) {
  const isPlain = type === 'all' && status === 'active' && search === '' && ids === ''
  if (isPlain) return null
  return (
    <EmptyState title="조건에 맞는 예약이 없습니다.">
      <div className="row" data-wrap>
        {onAllDates && search && <Button onClick={onAllDates}>전체 날짜에서 찾기</Button>}
        <Button onClick={onReset}>검색과 필터 지우기</Button>
      </div>
    </EmptyState>
  )
}
