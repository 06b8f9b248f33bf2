import {
  WAITING_AGE_TEXT,
  type DateRange,
  type Feedback,
  type Statistics,
  type PlaceFill,
  type Reason,
} from '../../../contract/admin/statistics.ts'
import { STATUS_TEXT } from '../../../contract/reservation.ts'
import { fillPercent, type Fill } from '../../../domain/fill-rate.ts'
import { madridDate, wallDate, type Instant } from '../../../domain/madrid-time.ts'
import { allowMoreTime, type Db } from '../../database/transaction.ts'
import { dateCell, timeCell } from '../../spreadsheet/sheet.ts'
import { sheetOf, type Column, type Spreadsheets } from '../../spreadsheet/spreadsheets.ts'
import { findStatistics } from './queries.ts'

type ByType = { tours: number; meetings: number }

const fillColumns = <T>(of: (row: T) => Fill, prefix = ''): Column<T>[] => [
  { header: `${prefix}예약 가능`, width: 14, value: (row) => of(row).bookable },
  { header: `${prefix}예약됨`, width: 14, value: (row) => of(row).held },
  { header: `${prefix}예약률(%)`, width: 14, value: (row) => fillPercent(of(row)) },
]
const placeColumns = (header: string): Column<PlaceFill>[] => [
  { header, width: 24, value: (place) => place.name },
  ...fillColumns<PlaceFill>((place) => place),
]
type Hour = Statistics['fill']['hours'][number]
const HOUR_COLUMNS: Column<Hour>[] = [
  { header: '시간대', width: 10, value: ({ hour }) => `${String(hour).padStart(2, '0')}:00` },
  ...fillColumns<Hour>(({ tours }) => tours, '투어 '),
  ...fillColumns<Hour>(({ meetings }) => meetings, '미팅 '),
]

const countColumns = <T extends ByType>(): Column<T>[] => [
  { header: '투어', width: 8, value: ({ tours }) => tours },
  { header: '미팅', width: 8, value: ({ meetings }) => meetings },
]
type Outcome = ByType & { name: string }

const aboutColumns = <T extends Reason | Feedback>(at: string): Column<T>[] => [
  { header: '예약번호', width: 10, value: ({ id }) => id },
  { header: '구분', width: 8, value: ({ type }) => (type === 'VIP_TOUR' ? '투어' : '미팅') },
  { header: '날짜', width: 12, value: ({ date }) => dateCell(date) },
  { header: '시작', width: 8, value: ({ time }) => timeCell(time) },
  { header: '도슨트/미팅룸', width: 20, value: ({ place }) => place },
  { header: '방문 회사', width: 20, value: ({ company }) => company },
  { header: '방문자', width: 14, value: ({ name }) => name },
  { header: at, width: 18, value: (row) => wallDate(Date.parse(row.at)) },
]
const REASON_COLUMNS: Column<Reason>[] = [
  ...aboutColumns<Reason>('처리 일시'),
  { header: '상태', width: 10, value: ({ status }) => STATUS_TEXT[status] },
  { header: '사유', width: 40, value: ({ reason }) => reason },
]
const FEEDBACK_COLUMNS: Column<Feedback>[] = [
  ...aboutColumns<Feedback>('작성 일시'),
  { header: '미팅명', width: 24, value: ({ title }) => title },
  { header: '피드백', width: 60, value: ({ feedback }) => feedback },
]

const outcomesOf = ({ outcomes }: Statistics): Outcome[] => [
  { name: '전체 신청', ...outcomes.requested },
  ...outcomes.statuses.map(({ status, ...count }) => ({ name: STATUS_TEXT[status], ...count })),
]

/** The figures of these dates as a file, all as they were at one moment. */
export async function exportStatisticsBook(
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  range: DateRange,
  now: Instant,
): Promise<File> {
  const statistics = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await allowMoreTime(tx)
      return findStatistics(tx, range, now, null)
    })
  const { fill, waiting, reasons, feedback } = statistics
  const ages = waiting.map(({ age, ...count }) => ({ name: WAITING_AGE_TEXT[age], ...count }))
  const named = (header: string): Column<Outcome>[] => [
    { header, width: 16, value: ({ name }) => name },
    ...countColumns<Outcome>(),
  ]
  return spreadsheets.writeBook({
    name: `통계_${madridDate(now)}`,
    sheets: [
      sheetOf('도슨트별 예약률', placeColumns('도슨트'), fill.docents),
      sheetOf('미팅룸별 예약률', placeColumns('미팅룸'), fill.rooms),
      sheetOf('시간대별 예약률', HOUR_COLUMNS, fill.hours),
      sheetOf('대기 시간', named('대기 시간'), ages),
      sheetOf('처리 결과', named('상태'), outcomesOf(statistics)),
      sheetOf('취소·거절 사유', REASON_COLUMNS, reasons.results),
      sheetOf('피드백', FEEDBACK_COLUMNS, feedback.results),
    ],
  })
}
