import { getAttention } from '../../../contract/admin/attention.ts'
import { NO_SHOW_RULE_TEXT } from '../../../contract/admin/statistics.ts'
import { CLOSING_TIER_TEXT, type ClosingReport, type DecisionTimes } from '../../../contract/admin/closing.ts'
import { STATUS_TEXT } from '../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { percentText, sumOfFills, type Fill } from '../../../domain/fill-rate.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { ArrivalsChart, fillText, OccupancyChart, sumOf } from '../components/charts.tsx'
import { kindText } from '../components/mail-text.ts'
import { durationText } from './duration-text.ts'
import { FigureTable } from './figure-table.tsx'
import { figures } from '../../ui/figures.ts'

const count = (number: number) => number.toLocaleString('ko')

type Fills = { tours: Fill; meetings: Fill }
const bothFills = ({ tours, meetings }: Fills) => [fillText(tours), fillText(meetings)]

const NO_TIMES = '등록된 시간이 없습니다.'

/** One page to forward. */
export function ReportFigures({ report }: { report: ClosingReport }) {
  const { requests, fill, arrivals, companies } = report
  const [requested, guests, arrived] = [requests.total, requests.guests, arrivals?.arrived].map(
    (of) => of && byType(of)[2],
  )
  const keys = [
    ['신청', `${requested}건`],
    ['방문 인원', `${guests}명`],
    ['신청 회사', `${count(companies.count)}곳`],
    ['투어 예약률', percentText(sumOfFills(fill.docents))],
    ['미팅룸 예약률', percentText(sumOfFills(fill.rooms))],
    ['도착', arrived === undefined ? '-' : `${arrived}건`],
  ]
  return (
    <>
      <dl className="card closing__keys">
        {keys.map(([name, value]) => (
          <div key={name}>
            <dt className="muted small">{name}</dt>
            <dd {...figures('closing__key')}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="pair closing__charts">
        <OccupancyChart minutes={fill.minutes} />
        <ArrivalsChart days={arrivals?.days ?? []} />
      </div>
    </>
  )
}

export const ReportSections = ({ report }: { report: ClosingReport }) => (
  <div className="closing stack">
    <Requests report={report} />
    <div className="pair">
      <Decisions decisions={report.decisions} />
      <Absences report={report} />
    </div>
    <Fill fill={report.fill} />
    <div className="pair">
      <Tiers tiers={report.tiers} />
      <Companies companies={report.companies} />
    </div>
    <FeedbackList feedback={report.feedback} />
    <Mails mails={report.mails} />
  </div>
)

const byType = (of: Parameters<typeof sumOf>[0]) =>
  [of.tours, of.meetings, sumOf(of)].map((number) => (number === null ? '-' : count(number)))

const Requests = ({ report: { requests } }: { report: ClosingReport }) => (
  <FigureTable
    title="신청과 결과"
    columns={['상태', '투어', '미팅', '합계']}
    rows={[
      ['전체 신청', ...byType(requests.total)],
      ...requests.statuses
        .filter(({ tours, meetings }) => tours + meetings > 0)
        .map((row) => [STATUS_TEXT[row.status], ...byType(row)]),
      ['방문 인원', ...byType(requests.guests)],
    ]}
    empty=""
    note="방문 인원은 승인되어 진행되었거나 진행될 예약의 인원입니다."
  />
)

const timesOf = ({ count: decided, median, slowest_tenth }: DecisionTimes) => [
  count(decided),
  median === null ? '-' : durationText(median),
  slowest_tenth === null ? '-' : durationText(slowest_tenth),
]

const Decisions = ({ decisions }: Pick<ClosingReport, 'decisions'>) => (
  <FigureTable
    title="승인·거절까지 걸린 시간"
    columns={['구분', '건수', '중앙값', '느린 10%']}
    rows={
      decisions.all.count === 0
        ? []
        : [
            ['투어', ...timesOf(decisions.tours)],
            ['미팅', ...timesOf(decisions.meetings)],
            ['전체', ...timesOf(decisions.all)],
          ]
    }
    empty="승인하거나 거절한 신청이 없습니다."
    note="느린 10%는 그만큼 또는 더 오래 걸렸습니다. 현장 예약은 바로 승인되어 제외됩니다."
  />
)

function Absences({ report: { arrivals, waitlist } }: { report: ClosingReport }) {
  const isOff = useRead(getAttention, {}).data?.arrivals === false
  const rows = [
    ...(arrivals
      ? [
          ['도착', ...byType(arrivals.arrived)],
          ['미도착', ...byType(arrivals.no_shows)],
        ]
      : []),
    ...(waitlist
      ? [
          ['자리 대기', ...byType(waitlist.total)],
          ['자리가 나서 신청됨', ...byType(waitlist.served)],
          ['그 밖에 끝남', ...byType(waitlist.unserved)],
          ['아직 기다림', ...byType(waitlist.waiting)],
        ]
      : []),
  ]
  return (
    <FigureTable
      title="도착과 자리 대기"
      columns={['구분', '투어', '미팅', '합계']}
      rows={rows}
      empty={`${isOff ? '도착 확인이 꺼져 있습니다.' : '도착을 확인한 예약이 없습니다.'} 자리 대기를 신청한 사람도 없습니다.`}
      note={arrivals ? NO_SHOW_RULE_TEXT : undefined}
    />
  )
}

const Fill = ({ fill: { days, docents, rooms } }: Pick<ClosingReport, 'fill'>) => (
  <>
    <FigureTable
      title="날짜별 예약률"
      columns={['날짜', '투어', '미팅']}
      rows={days.map((day) => [shortKoreanDate(day.date), ...bothFills(day)])}
      empty="등록된 날짜가 없습니다."
    />
    <div className="pair">
      <FigureTable
        title="도슨트별 예약률"
        aside={fillText(sumOfFills(docents))}
        columns={['도슨트', '예약률']}
        rows={docents.map((docent) => [docent.name, fillText(docent)])}
        empty={NO_TIMES}
      />
      <FigureTable
        title="미팅룸별 예약률"
        aside={fillText(sumOfFills(rooms))}
        columns={['미팅룸', '예약률']}
        rows={rooms.map((room) => [room.name, fillText(room)])}
        empty={NO_TIMES}
      />
    </div>
  </>
)

const Tiers = ({ tiers }: Pick<ClosingReport, 'tiers'>) => (
  <FigureTable
    title="등급"
    columns={['등급', '회원', '예약', '방문 인원']}
    rows={tiers.map(({ tier, members, reservations, guests }) => [
      CLOSING_TIER_TEXT[tier],
      count(members),
      count(reservations),
      count(guests),
    ])}
    empty=""
  />
)

const Companies = ({ companies: { count: all, results } }: Pick<ClosingReport, 'companies'>) => (
  <FigureTable
    title="회사"
    aside={`${count(all)}곳`}
    columns={['회사', '예약', '방문 인원']}
    rows={results.map(({ name, reservations, guests }) => [
      name ?? '삭제된 회사',
      count(reservations),
      count(guests),
    ])}
    empty="신청한 회사가 없습니다."
    note={
      all > results.length
        ? `예약이 많은 ${results.length}곳입니다. 전체는 엑셀 파일에서 확인할 수 있습니다.`
        : undefined
    }
  />
)

const Mails = ({ mails: { sent, failed, waiting, kinds } }: Pick<ClosingReport, 'mails'>) => (
  <FigureTable
    title="메일"
    aside={`실패 ${count(failed)}통`}
    columns={['종류', '발송됨', '실패', '보내지 않음']}
    rows={
      kinds.length === 0
        ? []
        : [
            ...kinds.map((kind) => [
              kindText(kind.kind),
              count(kind.sent),
              count(kind.failed),
              count(kind.waiting),
            ]),
            ['전체', count(sent), count(failed), count(waiting)],
          ]
    }
    empty="보낸 메일이 없습니다."
  />
)

const FeedbackList = ({ feedback: { count: all, results } }: Pick<ClosingReport, 'feedback'>) => (
  <section className="closing__part card stack" data-gap="12">
    <h2>
      피드백 <span {...figures('closing__aside muted')}>{count(all)}건</span>
    </h2>
    {all === 0 && <p className="muted">등록된 피드백이 없습니다.</p>}
    {all > 0 && results.length === 0 && <p className="muted">내용은 개인정보와 함께 삭제되었습니다.</p>}
    <ul className="closing__words">
      {results.map((each, at) => (
        <li key={at}>
          <p {...figures('strong')}>
            {each.title} · {each.company}
          </p>
          <p className="as-typed">{each.feedback}</p>
          <p {...figures('muted small')}>
            {each.place} · {shortKoreanDate(each.date)} {each.time}
          </p>
        </li>
      ))}
    </ul>
    {results.length > 0 && all > results.length && (
      <p className="muted small">{`최근 ${results.length}건입니다. 전체 내용은 엑셀 파일에서 확인할 수 있습니다.`}</p>
    )}
  </section>
)
