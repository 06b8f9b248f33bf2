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
import { readAtLength, type Db } from '../../database/transaction.ts'
import type { StreamedFile } from '../../http/streamed-file.ts'
import { dateCell, timeCell } from '../../spreadsheet/sheet.ts'
import type { Column, SheetOf, Spreadsheets } from '../../spreadsheet/spreadsheets.ts'
import { findStatistics, pageFeedback, pageReasons } from './queries.ts'

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

type Arrivals = Statistics['arrivals'][number]
const ARRIVAL_COLUMNS: Column<Arrivals>[] = [
  { header: '날짜', width: 12, value: ({ date }) => dateCell(date) },
  { header: '투어 도착', width: 12, value: ({ arrived }) => arrived.tours },
  { header: '미팅 도착', width: 12, value: ({ arrived }) => arrived.meetings },
  { header: '투어 미도착', width: 12, value: ({ no_shows }) => no_shows.tours },
  { header: '미팅 미도착', width: 12, value: ({ no_shows }) => no_shows.meetings },
]

const outcomesOf = ({ outcomes }: Statistics): Outcome[] => [
  { name: '전체 신청', ...outcomes.requested },
  ...outcomes.statuses.map(({ status, ...count }) => ({ name: STATUS_TEXT[status], ...count })),
]

const named = (header: string): Column<Outcome>[] => [
  { header, width: 16, value: ({ name }) => name },
  ...countColumns<Outcome>(),
]

const sheetOf = <T>(title: string, columns: readonly Column<T>[]): SheetOf<T> => ({ title, columns })
const [DOCENTS, ROOMS, HOURS] = [
  sheetOf('도슨트별 예약률', placeColumns('도슨트')),
  sheetOf('미팅룸별 예약률', placeColumns('미팅룸')),
  sheetOf('시간대별 예약률', HOUR_COLUMNS),
]
const [WAITING, OUTCOMES] = [sheetOf('대기 시간', named('대기 시간')), sheetOf('처리 결과', named('상태'))]
const [REASONS, FEEDBACK] = [sheetOf('취소·거절 사유', REASON_COLUMNS), sheetOf('피드백', FEEDBACK_COLUMNS)]

const ARRIVALS = sheetOf('도착·미도착', ARRIVAL_COLUMNS)

/** All sheets come from one database snapshot. */
export const exportStatisticsBook = (
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  range: DateRange,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.writeBook({
    name: `통계_${madridDate(now)}`,
    sheets: [DOCENTS, ROOMS, HOURS, WAITING, OUTCOMES, REASONS, FEEDBACK, ARRIVALS],
    fill: (add) =>
      readAtLength(db, async (tx) => {
        const statistics = await findStatistics(tx, range, now)
        const { fill, waiting } = statistics
        await add(DOCENTS, fill.docents)
        await add(ROOMS, fill.rooms)
        await add(HOURS, fill.hours)
        await add(
          WAITING,
          waiting.map(({ age, ...count }) => ({ name: WAITING_AGE_TEXT[age], ...count })),
        )
        await add(OUTCOMES, outcomesOf(statistics))
        for await (const page of pageReasons(tx, range)) await add(REASONS, page)
        for await (const page of pageFeedback(tx, range)) await add(FEEDBACK, page)
        await add(ARRIVALS, statistics.arrivals)
      }),
  })
