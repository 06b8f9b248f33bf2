import {
  CLOSING_TIER_TEXT,
  type ClosingFeedback,
  type ClosingReport,
} from '../../../../contract/admin/closing.ts'
import { STATUS_TEXT } from '../../../../contract/reservation.ts'
import type { InFormat } from '../../../../contract/spreadsheet.ts'
import type { Fill } from '../../../../domain/fill-rate.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { readAtLength, type Db, type Tx } from '../../../database/transaction.ts'
import type { StreamedFile } from '../../../http/streamed-file.ts'
import { dateCell, timeCell } from '../../../spreadsheet/sheet.ts'
import { bothFills, fillColumns, HOUR_COLUMNS } from '../../../spreadsheet/columns.ts'
import type { Add, SheetOf, Spreadsheets } from '../../../spreadsheet/spreadsheets.ts'
import { findCompanies } from '../parties/queries.ts'
import { findClosingReport, pageReportFeedback } from './queries.ts'

type Named<Rest> = { name: string } & Rest

type Fills = ClosingReport['fill']
type Count = Named<{ tours: number | null; meetings: number | null; all: number | null }>

const DAYS: SheetOf<Fills['days'][number]> = {
  title: '날짜별 예약률',
  columns: [['날짜', 12, ({ date }) => dateCell(date)], ...bothFills],
}
const HOURS: SheetOf<Fills['hours'][number]> = { title: '시간대별 예약률', columns: HOUR_COLUMNS }
const PLACES: SheetOf<Named<Fill & { kind: string }>> = {
  title: '도슨트·미팅룸별 예약률',
  columns: [
    ['구분', 10, ({ kind }) => kind],
    ['이름', 24, ({ name }) => name],
    ...fillColumns<Fill>((place) => place),
  ],
}
const COUNTS: SheetOf<Count> = {
  title: '신청과 처리',
  columns: [
    ['항목', 28, ({ name }) => name],
    ['투어', 10, ({ tours }) => tours],
    ['미팅', 10, ({ meetings }) => meetings],
    ['전체', 10, ({ all }) => all],
  ],
}
const TIERS: SheetOf<ClosingReport['tiers'][number]> = {
  title: '등급',
  columns: [
    ['등급', 12, ({ tier }) => CLOSING_TIER_TEXT[tier]],
    ['회원', 10, ({ members }) => members],
    ['예약', 10, ({ reservations }) => reservations],
    ['방문 인원', 10, ({ guests }) => guests],
  ],
}
const COMPANIES: SheetOf<ClosingReport['companies']['results'][number]> = {
  title: '회사',
  columns: [
    ['회사', 30, ({ name }) => name ?? '삭제된 회사'],
    ['예약', 10, ({ reservations }) => reservations],
    ['방문 인원', 10, ({ guests }) => guests],
  ],
}
const FEEDBACK: SheetOf<ClosingFeedback> = {
  title: '피드백',
  columns: [
    ['날짜', 12, ({ date }) => dateCell(date)],
    ['시작', 8, ({ time }) => timeCell(time)],
    ['미팅룸', 20, ({ place }) => place],
    ['방문 회사', 20, ({ company }) => company],
    ['방문자', 14, ({ name }) => name],
    ['미팅명', 24, ({ title }) => title],
    ['피드백', 60, ({ feedback }) => feedback],
  ],
}
const MAILS: SheetOf<ClosingReport['mails']['kinds'][number]> = {
  title: '메일',
  columns: [
    ['종류', 24, ({ kind }) => kind],
    ['발송됨', 10, ({ sent }) => sent],
    ['실패', 10, ({ failed }) => failed],
    ['보내지 않음', 12, ({ waiting }) => waiting],
  ],
}

type ByType = { tours: number | null; meetings: number | null }

const sumOf = (name: string, { tours, meetings }: ByType): Count => ({
  name,
  tours,
  meetings,
  all: tours === null && meetings === null ? null : (tours ?? 0) + (meetings ?? 0),
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
          sumOf('그 밖에 끝난 자리 대기', waitlist.unserved),
          sumOf('아직 기다리는 자리 대기', waitlist.waiting),
        ]
      : []),
    { name: '피드백', tours: null, meetings: null, all: feedback.count },
  ]
}

export const REPORT_SHEETS = [DAYS, HOURS, PLACES, COUNTS, TIERS, COMPANIES, FEEDBACK, MAILS]

export async function addReport(tx: Tx, add: Add, now: Instant) {
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
  { format }: InFormat,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.writeBook({
    name: `행사보고서_${madridDate(now)}`,
    format,
    sheets: REPORT_SHEETS,
    fill: (add) => readAtLength(db, (tx) => addReport(tx, add, now)),
  })
