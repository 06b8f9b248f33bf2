import { getClosingReport } from '../../../contract/admin/closing.ts'
import {
  asOfText,
  exportStatistics,
  getStatistics,
  type Statistics,
} from '../../../contract/admin/statistics.ts'
import { withReason } from '../components/with-toast.ts'
import { Loading, LoadState, useReads } from '../components/load-state.tsx'
import { useMay } from '../components/use-may.ts'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import { useQueryParams } from '../components/use-query-params.ts'
import { download } from '../../api/download.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { EmptyState, Skeleton, Skeletons, Page } from '../../ui/page.tsx'
import { adminToast } from '../../ui/toast.ts'
import { movedRange, rangeOf, type Range } from './date-range.ts'
import { ArrivalsSection } from './arrivals-section.tsx'
import { FillSection } from './fill-section.tsx'
import './statistics.css'
import { OutcomesSection, WaitingSection } from './outcomes-section.tsx'
import { RangeFields } from './range-fields.tsx'
import { FeedbackSection, ReasonsSection } from './feedback-section.tsx'
import { figures } from '../../ui/figures.ts'

export default function StatisticsScreen() {
  const { values, change } = useQueryParams()
  const range = rangeOf(values)
  const may = useMay()
  const statistics = useRead(getStatistics, { query: range }, { poll: POLL_MS, keepPrevious: true })
  const reads = useReads({ statistics }, '데이터를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <Page title="통계 · 관리자 센터" width="full">
      <div className="stack">
        <div className="toolbar statistics__head">
          <h1>통계</h1>
          <ReservationViews />
          <div className="row">
            {may(getClosingReport) && (
              <Link to={PATHS.adminClosing} className="way statistics__link">
                행사 보고서
              </Link>
            )}
            <ExportButton range={range} />
          </div>
        </div>
        <LoadState reads={reads} skeleton={<StatisticsSkeleton />}>
          {({ statistics }) => (
            <>
              {statistics.event_dates.length > 0 && (
                <RangeFields
                  dates={statistics.event_dates}
                  range={range}
                  onMove={(to) => change(movedRange(range, to), { replace: true })}
                  onAll={() => change({ start_date: undefined, end_date: undefined }, { replace: true })}
                />
              )}
              <Loaded {...{ statistics, range }} isBusy={reads.isBusy} />
            </>
          )}
        </LoadState>
      </div>
    </Page>
  )
}

function Loaded({ statistics, range, isBusy }: { statistics: Statistics; range: Range; isBusy: boolean }) {
  const { as_of, event_dates, fill, waiting, outcomes, arrivals, reasons, feedback } = statistics
  if (event_dates.length === 0)
    return (
      <EmptyState title="등록된 날짜가 없습니다.">
        일정 관리에서 행사 날짜와 가용 시간을 추가하면 이곳에 예약률이 나타납니다.
      </EmptyState>
    )
  return (
    <div className="stack" aria-busy={isBusy || undefined}>
      <p {...figures('muted small')}>{asOfText(as_of)}</p>
      <FillSection fill={fill} />
      <div className="pair">
        <WaitingSection {...{ waiting, range }} />
        <OutcomesSection outcomes={outcomes} />
      </div>
      {arrivals.length > 0 && <ArrivalsSection arrivals={arrivals} />}
      <ReasonsSection reasons={reasons} />
      <FeedbackSection feedback={feedback} />
    </div>
  )
}

function ExportButton({ range }: { range: Range }) {
  const [pending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    try {
      await download(exportStatistics, { query: range })
      adminToast.success('엑셀 파일을 다운로드했습니다.')
    } catch (failure) {
      adminToast.error(withReason(failure, '엑셀 파일 다운로드에 실패했습니다.'))
    }
    setPending(false)
  }
  return (
    <Button size="small" pending={pending} onClick={() => void save()}>
      엑셀 다운로드
    </Button>
  )
}

const StatisticsSkeleton = () => (
  <Loading>
    <Skeleton shape="control" />
    <div className="pair">
      <div className="stack">
        <Skeletons count={5} shape="tap" />
      </div>
      <div className="stack">
        <Skeletons count={5} shape="tap" />
      </div>
    </div>
    <Skeletons count={2} shape="card" />
  </Loading>
)
