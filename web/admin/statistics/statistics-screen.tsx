import { getClosingReport } from '../../../contract/admin/closing.ts'
import {
  asOfText,
  exportStatistics,
  getStatistics,
  type DateRange,
  type PlaceFill,
  type Statistics,
} from '../../../contract/admin/statistics.ts'
import { isDate } from '../../../domain/madrid-time.ts'
import { fillPercent, percentText, sumOfFills, type Fill } from '../../../domain/fill-rate.ts'
import { ExportButtons } from '../components/export-buttons.tsx'
import { ArrivalsChart, OccupancyChart } from '../components/charts.tsx'
import { Heads } from '../components/heads.tsx'
import { Loading, LoadState, useReads } from '../components/load-state.tsx'
import { useMay } from '../components/use-may.ts'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import { queryText } from '../../api/client.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import type { CSSProperties } from 'react'
import { Link, useSearchParams } from 'wouter'
import { PATHS } from '../../paths.ts'
import { EmptyState, Skeleton, Skeletons, Page } from '../../ui/page.tsx'
import './fill-section.css'
import './statistics.css'
import { OutcomesSection, WaitingSection } from './outcomes-section.tsx'
import { RangeFields } from './range-fields.tsx'
import { FeedbackSection, ReasonsSection } from './feedback-section.tsx'
import { figures } from '../../ui/figures.ts'

export default function StatisticsScreen() {
  const [values, setValues] = useSearchParams()
  const range = rangeOf(values)
  const show = (dates: DateRange) => setValues(queryText(dates), { replace: true })
  const may = useMay()
  const statistics = usePolled(getStatistics, { query: range }, { keepPrevious: true })
  const reads = useReads({ statistics }, '데이터를 불러오는데 실패했습니다.', { isBanner: true })
  return (
    <Page title="통계 · 관리자 센터" width="full">
      <div className="stack">
        <div className="toolbar">
          <h1>통계</h1>
          <ReservationViews />
          <div className="row">
            {may(getClosingReport) && (
              <Link to={PATHS.adminClosing} className="way tap-line statistics__link">
                행사 보고서
              </Link>
            )}
            <ExportButtons size="small" endpoint={exportStatistics} query={range} />
          </div>
        </div>
        <LoadState reads={reads} skeleton={<StatisticsSkeleton />}>
          {({ statistics }) => (
            <>
              {statistics.event_dates.length > 0 && (
                <RangeFields
                  dates={statistics.event_dates}
                  range={range}
                  onMove={(to) => show(movedRange(range, to))}
                  onAll={() => show({})}
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

const dateIn = (text: string | null) => (text !== null && isDate(text) ? text : undefined)

/** The dates that an address asks for; an end before the start is none. */
export function rangeOf(values: URLSearchParams): DateRange {
  const start_date = dateIn(values.get('start_date'))
  const end_date = dateIn(values.get('end_date'))
  const isBackwards = start_date !== undefined && end_date !== undefined && end_date < start_date
  return { start_date, end_date: isBackwards ? undefined : end_date }
}

/** The same with one end moved; the other one gives way. */
export function movedRange(range: DateRange, to: { start_date: string } | { end_date: string }): DateRange {
  if ('start_date' in to) {
    const isPast = range.end_date !== undefined && range.end_date < to.start_date
    return { start_date: to.start_date, end_date: isPast ? to.start_date : range.end_date }
  }
  const isBefore = range.start_date !== undefined && range.start_date > to.end_date
  return { start_date: isBefore ? to.end_date : range.start_date, end_date: to.end_date }
}

function Loaded({
  statistics,
  range,
  isBusy,
}: {
  statistics: Statistics
  range: DateRange
  isBusy: boolean
}) {
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
        <OccupancyChart minutes={fill.minutes} />
        <ArrivalsChart days={arrivals} />
      </div>
      <div className="pair">
        <WaitingSection {...{ waiting, range }} />
        <OutcomesSection outcomes={outcomes} />
      </div>
      <ReasonsSection reasons={reasons} />
      <FeedbackSection feedback={feedback} />
    </div>
  )
}

const RATES = ['예약률', '찬 시간/전체 시간']

/** How full docents and rooms are: bars with their figures as text. */
const FillSection = ({ fill: { docents, rooms } }: Pick<Statistics, 'fill'>) => (
  <div className="pair">
    <Bars title="도슨트별 예약률" head="도슨트" places={docents} />
    <Bars title="미팅룸별 예약률" head="미팅룸" places={rooms} />
  </div>
)

const shareOf = (fill: Fill) => ({ '--share': `${fillPercent(fill) ?? 0}%` }) as CSSProperties
const countText = ({ held, bookable }: Fill) =>
  `${held.toLocaleString('ko')}/${bookable.toLocaleString('ko')}`

const Head = ({ title, total }: { title: string; total: Fill }) => (
  <h2 className="statistics__title">
    <span>{title}</span>{' '}
    <span {...figures('muted')}>
      {percentText(total)} ({countText(total)})
    </span>
  </h2>
)

function Bars({ title, head, places }: { title: string; head: string; places: readonly PlaceFill[] }) {
  const total = sumOfFills(places)
  return (
    <section className="card stack" data-gap="12">
      <Head title={title} total={total} />
      {total.bookable === 0 ? (
        <p className="muted">이 기간에 예약할 수 있는 시간이 없습니다.</p>
      ) : (
        <table className="bars" aria-label={title}>
          <Heads names={[head, ...RATES]} className="visually-hidden" />
          <tbody>
            {places.map((place) => (
              <tr key={place.id}>
                <th scope="row" translate="no">
                  {place.name}
                </th>
                <td className="row">
                  <span className="bars__track" aria-hidden="true">
                    <span className="bars__bar" style={shareOf(place)} />
                  </span>
                  <span {...figures('strong bars__percent')}>{percentText(place)}</span>
                </td>
                <td {...figures('bars__count muted')}>{countText(place)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
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
