import type { ClosingFeedback, ClosingReport, ClosingTier } from '../../../../contract/admin/closing.ts'
import { STATUS_TEXT } from '../../../../contract/reservation.ts'
import { fillPercent, type Fill } from '../../../../domain/fill-rate.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { readAtLength, type Db, type Tx } from '../../../database/transaction.ts'
import type { StreamedFile } from '../../../http/streamed-file.ts'
import { dateCell, timeCell } from '../../../spreadsheet/sheet.ts'
import type { Add, Column, SheetOf, Spreadsheets } from '../../../spreadsheet/spreadsheets.ts'
import { findCompanies } from '../parties/queries.ts'
import { findClosingReport, pageReportFeedback } from './queries.ts'

type Named<Rest> = { name: string } & Rest

const fillColumns = <T>(of: (row: T) => Fill, prefix = ''): Column<T>[] => [
  { header: `${prefix}예약 가능`, width: 14, value: (row) => of(row).bookable },
  { header: `${prefix}예약됨`, width: 14, value: (row) => of(row).held },
  { header: `${prefix}예약률(%)`, width: 14, value: (row) => fillPercent(of(row)) },
]
const bothFills = <T extends { tours: Fill; meetings: Fill }>(): Column<T>[] => [
  ...fillColumns<T>(({ tours }) => tours, '투어 '),
  ...fillColumns<T>(({ meetings }) => meetings, '미팅 '),
]
type Fills = ClosingReport['fill']
type Count = Named<{ tours: number | null; meetings: number | null; all: number | null }>

const TIER_TEXT: Readonly<Record<ClosingTier, string>> = {
  normal: '일반',
  vip: 'VIP',
  vvip: 'VVIP',
  unknown: '알 수 없음',
}

const DAYS: SheetOf<Fills['days'][number]> = {
  title: '날짜별 예약률',
  columns: [{ header: '날짜', width: 12, value: ({ date }) => dateCell(date) }, ...bothFills()],
}
const HOURS: SheetOf<Fills['hours'][number]> = {
  title: '시간대별 예약률',
  columns: [
    { header: '시간대', width: 10, value: ({ hour }) => `${String(hour).padStart(2, '0')}:00` },
    ...bothFills(),
  ],
}
const PLACES: SheetOf<Named<Fill & { kind: string }>> = {
  title: '도슨트·미팅룸별 예약률',
  columns: [
    { header: '구분', width: 10, value: ({ kind }) => kind },
    { header: '이름', width: 24, value: ({ name }) => name },
    ...fillColumns<Fill>((place) => place),
  ],
}
const COUNTS: SheetOf<Count> = {
  title: '신청과 처리',
  columns: [
    { header: '항목', width: 28, value: ({ name }) => name },
    { header: '투어', width: 10, value: ({ tours }) => tours },
    { header: '미팅', width: 10, value: ({ meetings }) => meetings },
    { header: '전체', width: 10, value: ({ all }) => all },
  ],
}
const TIERS: SheetOf<ClosingReport['tiers'][number]> = {
  title: '등급',
  columns: [
    { header: '등급', width: 12, value: ({ tier }) => TIER_TEXT[tier] },
    { header: '회원', width: 10, value: ({ members }) => members },
    { header: '예약', width: 10, value: ({ reservations }) => reservations },
    { header: '방문 인원', width: 10, value: ({ guests }) => guests },
  ],
}
const COMPANIES: SheetOf<ClosingReport['companies']['results'][number]> = {
  title: '회사',
  columns: [
    { header: '회사', width: 30, value: ({ name }) => name ?? '삭제된 회사' },
    { header: '예약', width: 10, value: ({ reservations }) => reservations },
    { header: '방문 인원', width: 10, value: ({ guests }) => guests },
  ],
}
const FEEDBACK: SheetOf<ClosingFeedback> = {
  title: '피드백',
  columns: [
    { header: '날짜', width: 12, value: ({ date }) => dateCell(date) },
    { header: '시작', width: 8, value: ({ time }) => timeCell(time) },
    { header: '미팅룸', width: 20, value: ({ place }) => place },
    { header: '방문 회사', width: 20, value: ({ company }) => company },
    { header: '방문자', width: 14, value: ({ name }) => name },
    { header: '미팅명', width: 24, value: ({ title }) => title },
    { header: '피드백', width: 60, value: ({ feedback }) => feedback },
  ],
}
const MAILS: SheetOf<ClosingReport['mails']['kinds'][number]> = {
  title: '메일',
  columns: [
    { header: '종류', width: 24, value: ({ kind }) => kind },
    { header: '발송됨', width: 10, value: ({ sent }) => sent },
    { header: '실패', width: 10, value: ({ failed }) => failed },
    { header: '보내지 않음', width: 12, value: ({ waiting }) => waiting },
  ],
}

const sumOf = (name: string, { tours, meetings }: { tours: number; meetings: number }): Count => ({
  name,
  tours,
  meetings,
  all: tours + meetings,
})

function countsOf({ requests, decisions, arrivals, waitlist, feedback }: ClosingReport): Count[] {
  const { tours, meetings, all } = decisions
  const of = (name: string, fact: keyof typeof all): Count => ({
    name,
    tours: tours[fact],
    meetings: meetings[fact],
    all: all[fact],
  })
  return [
    sumOf('신청', requests.total),
    ...requests.statuses.map(({ status, ...count }) => sumOf(STATUS_TEXT[status], count)),
    sumOf('방문 인원', requests.guests),
    of('승인·거절', 'count'),
    of('처리 시간 중앙값(분)', 'median'),
    of('가장 느린 10%의 처리 시간(분 이상)', 'slowest_tenth'),
    ...(arrivals ? [sumOf('도착', arrivals.arrived), sumOf('미도착', arrivals.no_shows)] : []),
    ...(waitlist
      ? [
          sumOf('자리 대기', waitlist.total),
          sumOf('자리가 나서 신청된 자리 대기', waitlist.served),
          sumOf('자리 없이 끝난 자리 대기', waitlist.unserved),
          sumOf('아직 기다리는 자리 대기', waitlist.waiting),
        ]
      : []),
    { name: '피드백', tours: null, meetings: null, all: feedback.count },
  ]
}

export const REPORT_SHEETS = [DAYS, HOURS, PLACES, COUNTS, TIERS, COMPANIES, FEEDBACK, MAILS]

export async function addReport(tx: Tx, add: Add, now: Instant): Promise<void> {
  const report = await findClosingReport(tx, now)
  await add(DAYS, report.fill.days)
  await add(HOURS, report.fill.hours)
  await add(PLACES, [
    ...report.fill.docents.map((place) => ({ kind: '도슨트', ...place })),
    ...report.fill.rooms.map((place) => ({ kind: '미팅룸', ...place })),
  ])
  await add(COUNTS, countsOf(report))
  await add(TIERS, report.tiers)
  await add(COMPANIES, await findCompanies(tx, now))
  for await (const page of pageReportFeedback(tx)) await add(FEEDBACK, page)
  await add(MAILS, report.mails.kinds)
}

/** All sheets come from one database snapshot. */
export const exportReport = (
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.writeBook({
    name: `행사보고서_${madridDate(now)}`,
    sheets: REPORT_SHEETS,
    fill: (add) => readAtLength(db, (tx) => addReport(tx, add, now)),
  })
