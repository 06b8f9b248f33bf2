import { ReservationViews } from '../components/reservation-tabs.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { ErrorState, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { Desk } from './reservation-grid.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar, TodayCounts } from './filter-bar.tsx'
import { useFilters } from './filters.ts'
import './reservation.css'
import { useDesk } from './use-reservation-grid.ts'

export default function ReservationScreen() {
  const { filters, change, searchFor, reset } = useFilters()
  const desk = useDesk(filters)
  const isNarrow = useIsNarrow()
  const { days, date } = desk
  return (
    <Page title="예약 관리 · 관리자 센터" width="full">
      <div className="stack" data-gap="12">
        <div className="reservations__head">
          <h1>예약 관리</h1>
          <ReservationViews />
          {!isNarrow && <TodayCounts stats={desk.stats} />}
          <div className="reservations__update">
            {desk.shown && (
              <UpdateLine updatedAt={desk.updatedAt} onRefresh={desk.reload} refreshing={desk.reloading} />
            )}
          </div>
        </div>
        {days && date && (
          <FilterBar
            {...{ filters, date, days }}
            today={desk.today}
            stats={desk.stats}
            onChange={change}
            onSearch={searchFor}
          >
            <ExportButton filters={filters} date={date} />
          </FilterBar>
        )}
        <StaleNote since={desk.staleSince} />
        {desk.shown ? (
          <Desk
            sources={desk.shown}
            isBusy={desk.isBusy}
            filters={filters}
            onAllDates={date === 'all' ? undefined : () => change({ date: 'all' })}
            onReset={reset}
          />
        ) : desk.failure ? (
          <ErrorState title={desk.failure.title} onRetry={desk.reload} retrying={desk.reloading}>
            {desk.failure.isOffline && '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'}
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
