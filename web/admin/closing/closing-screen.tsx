import { Link } from 'wouter'
import { exportClosingReport, getClosingReport, type ClosingReport } from '../../../contract/admin/closing.ts'
import { asOfText } from '../../../contract/admin/statistics.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { madridDate, koreanDate, shortKoreanDates } from '../../../domain/madrid-time.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { Page } from '../../ui/page.tsx'
import { ExportButtons } from '../components/export-buttons.tsx'
import { CardSkeletons, LoadState, useReads } from '../components/load-state.tsx'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import '../../components/day-sheet/tokens.css'
import './closing.css'
import { ReportFigures, ReportSections } from './report-sections.tsx'
import { figures } from '../../ui/figures.ts'

export default function ClosingScreen() {
  const report = useRead(getClosingReport, {})
  const reads = useReads({ report }, '행사 보고서를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <Page title="행사 보고서 · 관리자 센터" width="full">
      <div className="stack">
        <div className="toolbar">
          <h1>행사 보고서</h1>
          <ReservationViews />
          <div className="toolbar screen-only">
            <Link to={`${PATHS.adminSettings}?tab=closing`} className="way tap-line">
              행사 마감
            </Link>
            <ExportButtons endpoint={exportClosingReport} query={{}} />
            <Button kind="primary" onClick={() => print()}>
              인쇄
            </Button>
          </div>
        </div>
        <LoadState reads={reads} skeleton={<CardSkeletons count={4} />}>
          {({ report }) => (
            <>
              <Head report={report} />
              <ReportFigures report={report} />
              <details>
                <summary className="chart__summary">자세한 표 보기</summary>
                <ReportSections report={report} />
              </details>
            </>
          )}
        </LoadState>
      </div>
    </Page>
  )
}

function Head({
  report: { as_of, event_name, first_date, last_date, erased_at },
}: {
  report: ClosingReport
}) {
  const { data } = useRead(getPublicInfo, {})
  const logo = data?.face.logo
  return (
    <header>
      {logo && <img className="closing__logo" src={logo.path} alt="" />}
      <p {...figures()}>
        {event_name}
        {first_date !== null && last_date !== null && ` · ${shortKoreanDates(first_date, last_date)}`}
      </p>
      <p {...figures('muted small')}>{asOfText(as_of)}</p>
      {erased_at !== null && (
        <p className="muted small">
          <span translate="no">{koreanDate(madridDate(Date.parse(erased_at)))}</span>에 개인정보가
          삭제되었습니다. 숫자는 그대로입니다.
        </p>
      )}
    </header>
  )
}
