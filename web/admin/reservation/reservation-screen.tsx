import { startTransition, useCallback, useState } from 'react'
import { exportReservations } from '../../../contract/admin/reservations.ts'
import { TodaysChange } from '../rearrange/todays-change.tsx'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import { ExportButtons } from '../components/export-buttons.tsx'
import { toQuery } from '../components/use-query-params.ts'
import { Loading, LoadState } from '../components/load-state.tsx'
import { useMay } from '../components/use-may.ts'
import { MessageButton } from '../components/messages/message-button.tsx'
import { OpenedReservation } from '../reservation-dialog/late-dialog.tsx'
import { useOpenedReservation } from '../reservation-dialog/use-opened-reservation.ts'
import type { Place } from '../components/place.ts'
import { useReservationChanges } from '../reservation-dialog/refresh-soon.ts'
import { UpdateLine } from '../components/update-line.tsx'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { useIsNarrow } from '../../ui/list/use-is-narrow.ts'
import { StaleNote, Skeleton, Skeletons, Page } from '../../ui/page.tsx'
import { ReservationGrid } from './reservation-grid.tsx'
import { TodayCounts } from '../components/today-counts.tsx'
import { FilterBar, summary } from './filter-bar.tsx'
import { useFilters, type Filters } from './filters.ts'
import type { Actions } from './hour-table.tsx'
import './reservation.css'
import { useReservationGrid } from './use-reservation-grid.ts'

const WalkIn = lazy(() => import('../walk-in/walk-in-dialog.tsx'))

type Empty = Place & { date: string; time: string }

export default function ReservationScreen() {
  const { filters, change, searchFor, reset } = useFilters()
  const grid = useReservationGrid(filters)
  const isNarrow = useIsNarrow()
  const may = useMay()
  const { days, date, reads } = grid
  // A page that can't be read removes the tables, not a dialog.
  const { opened, open, close } = useOpenedReservation(grid.lists)
  const [empty, setEmpty] = useState<Empty | null>(null)
  const onEmpty = useCallback<Actions['onEmpty']>(({ place }, { kind, date }, time) => {
    if (place) startTransition(() => setEmpty({ kind, place, date, time } as Empty))
  }, [])
  useReservationChanges()
  return (
    <Page title="예약 관리 · 관리자 센터" width="full">
      <div className="stack" data-gap="12">
        <div className="toolbar">
          <h1>예약 관리</h1>
          <ReservationViews />
          {!isNarrow && <TodayCounts stats={grid.stats} />}
          <div className="reservations__update">
            {/* Messages need the same role; their schema loads with the dialog. */}
            {date && may(exportReservations) && (
              <MessageButton
                audience={{ reservations: audienceOf(filters, date) }}
                about={summary(filters, date)}
              />
            )}
            <TodaysChange />
            {reads.data && <UpdateLine updatedAt={grid.updatedAt} reads={reads} />}
          </div>
        </div>
        {days && date && (
          <FilterBar
            {...{ filters, date, days }}
            today={grid.today}
            stats={grid.stats}
            onChange={change}
            onSearch={searchFor}
          >
            {may(exportReservations) && (
              <ExportButtons
                size="small"
                endpoint={exportReservations}
                query={toQuery({ ...filters, date })}
              />
            )}
          </FilterBar>
        )}
        {filters.ids && (
          <div className="row" data-wrap>
            <p>{`선택한 예약 ${filters.ids.split(',').length.toLocaleString('ko')}건만 보고 있습니다.`}</p>
            <Button size="small" onClick={reset}>
              모든 예약 보기
            </Button>
          </div>
        )}
        <StaleNote since={reads.staleSince} />
        <LoadState reads={reads} skeleton={<GridSkeleton />}>
          {(sources) => (
            <ReservationGrid
              sources={sources}
              isBusy={reads.isBusy}
              filters={filters}
              onOpen={open}
              onEmpty={onEmpty}
              onAllDates={date === 'all' ? undefined : () => change({ date: 'all' })}
              onReset={reset}
            />
          )}
        </LoadState>
        <OpenedReservation {...{ opened, close }} places={grid.places} />
        {empty && <WalkIn {...empty} onClose={() => setEmpty(null)} />}
      </div>
    </Page>
  )
}

const audienceOf = ({ ids, ...filters }: Filters, date: string) => ({
  ...toQuery({ ...filters, date }),
  ...(ids && { reservation_ids: ids.split(',').map(Number) }),
})

const GridSkeleton = () => (
  <Loading>
    <Skeleton shape="title" short />
    <div className="stack" data-gap="4">
      <Skeletons count={10} shape="cell" />
    </div>
  </Loading>
)
