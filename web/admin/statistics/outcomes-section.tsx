import { WAITING_AGE_TEXT, type DateRange, type Statistics } from '../../../contract/admin/statistics.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { Counted } from '../components/counted.tsx'
import { FiguresTable } from '../components/figures-table.tsx'
import { figures } from '../../ui/figures.ts'

type ByType = { tours: number; meetings: number }

const KINDS = ['투어', '미팅', '합계']

const byType = ({ tours, meetings }: ByType) =>
  [tours, meetings, tours + meetings].map((count) => count.toLocaleString('ko'))

const countOf = (rows: readonly ByType[]) =>
  rows.reduce((sum, { tours, meetings }) => sum + tours + meetings, 0)

/** How long requests have waited for an answer. The list of reservations has one date or all. */
export function WaitingSection({ waiting, range }: Pick<Statistics, 'waiting'> & { range: DateRange }) {
  const count = countOf(waiting)
  return (
    <section className="card stack" data-gap="12">
      <div className="row" data-spread data-wrap>
        <h2 className="statistics__title">
          대기중 신청 <span {...figures('muted')}>{count.toLocaleString('ko')}건</span>
        </h2>
        {count > 0 && range.start_date === range.end_date && (
          <Counted status="PENDING" date={range.start_date} of="대기중 신청" text="목록" count={count} />
        )}
      </div>
      {count === 0 ? (
        <p className="muted">대기 중인 예약이 없습니다.</p>
      ) : (
        <FiguresTable
          label="대기 시간별 신청"
          columns={['대기 시간', ...KINDS]}
          rows={waiting.map((row) => [WAITING_AGE_TEXT[row.age], ...byType(row)])}
        />
      )}
    </section>
  )
}

/** The outcomes of the requests. */
export const OutcomesSection = ({ outcomes: { requested, statuses } }: Pick<Statistics, 'outcomes'>) => (
  <section className="card stack" data-gap="12">
    <h2 className="statistics__title">
      처리 결과 <span {...figures('muted')}>신청 {countOf([requested]).toLocaleString('ko')}건</span>
    </h2>
    {countOf([requested]) === 0 ? (
      <p className="muted">이 기간에 신청된 예약이 없습니다.</p>
    ) : (
      <FiguresTable
        label="처리 결과"
        columns={['상태', ...KINDS]}
        rows={[
          ...statuses.map((row) => [<StatusBadge key={row.status} status={row.status} />, ...byType(row)]),
          ['전체 신청', ...byType(requested)],
        ]}
      />
    )}
  </section>
)
