import { ReservationViews } from '../components/reservation-tabs.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { ErrorState, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { ReservationGrid } from './reservation-grid.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar, TodayCounts } from './filter-bar.tsx'
import { useFilters } from './filters.ts'
import './reservation.css'
import { useReservationGrid } from './use-reservation-grid.ts'

export default function ReservationScreen() {
  const { filters, change, searchFor, reset } = useFilters()
  const grid = useReservationGrid(filters)
  const isNarrow = useIsNarrow()
  const { days, date } = grid
  return (
    <Page title="예약 관리 · 관리자 센터" width="full">
      <div className="stack" data-gap="12">
        <div className="reservations__head">
          <h1>예약 관리</h1>
          <ReservationViews />
          {!isNarrow && <TodayCounts stats={grid.stats} />}
          <div className="reservations__update">
            {grid.shown && (
              <UpdateLine updatedAt={grid.updatedAt} onRefresh={grid.reload} refreshing={grid.reloading} />
            )}
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
            <ExportButton filters={filters} date={date} />
          </FilterBar>
        )}
        <StaleNote since={grid.staleSince} />
        {grid.shown ? (
          <ReservationGrid
            sources={grid.shown}
            isBusy={grid.isBusy}
            filters={filters}
            onAllDates={date === 'all' ? undefined : () => change({ date: 'all' })}
            onReset={reset}
          />
        ) : grid.failure ? (
          <ErrorState title={grid.failure.title} onRetry={grid.reload} retrying={grid.reloading}>
            {grid.failure.isOffline && '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'}
          </ErrorState>
        ) : (
          <BoardSkeleton />
        )}
      </div>
    </Page>
  )
}

const BoardSkeleton = () => (
  <div className="stack" aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    <Skeleton shape="title" short />
    <div className="stack" data-gap="4">
      <Skeletons count={10} shape="cell" />
    </div>
  </div>
)
