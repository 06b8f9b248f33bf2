import {
  WAITING_AGE_TEXT,
  type DateRange,
  type Feedback,
  type Statistics,
  type PlaceFill,
  type Reason,
} from '../../../contract/admin/statistics.ts'
import { STATUS_TEXT } from '../../../contract/reservation.ts'
import type { InFormat } from '../../../contract/spreadsheet.ts'
import { madridDate, wallDate, type Instant } from '../../../domain/madrid-time.ts'
import { readAtLength, type Db } from '../../database/transaction.ts'
import type { StreamedFile } from '../../http/streamed-file.ts'
import { dateCell, timeCell } from '../../spreadsheet/sheet.ts'
import { fillColumns, HOUR_COLUMNS } from '../../spreadsheet/columns.ts'
import type { Column, SheetOf, Spreadsheets } from '../../spreadsheet/spreadsheets.ts'
import { pageFeedback, pageReasons } from '../reservations/feedback/queries.ts'
import { findStatistics } from './queries.ts'

type ByType = { tours: number; meetings: number }

const placeColumns = (header: string): Column<PlaceFill>[] => [
  [header, 24, (place) => place.name],
  ...fillColumns<PlaceFill>((place) => place),
]
const countColumns = <T extends ByType>(): Column<T>[] => [
  ['투어', 8, ({ tours }) => tours],
  ['미팅', 8, ({ meetings }) => meetings],
]
type Outcome = ByType & { name: string }

const aboutColumns = <T extends Reason | Feedback>(at: string): Column<T>[] => [
  ['예약번호', 10, ({ id }) => id],
  ['구분', 8, ({ type }) => (type === 'VIP_TOUR' ? '투어' : '미팅')],
  ['날짜', 12, ({ date }) => dateCell(date)],
  ['시작', 8, ({ time }) => timeCell(time)],
  ['도슨트/미팅룸', 20, ({ place }) => place],
  ['방문 회사', 20, ({ company }) => company],
  ['방문자', 14, ({ name }) => name],
  [at, 18, (row) => wallDate(Date.parse(row.at))],
]
const REASON_COLUMNS: Column<Reason>[] = [
  ...aboutColumns<Reason>('처리 일시'),
  ['상태', 10, ({ status }) => STATUS_TEXT[status]],
  ['사유', 40, ({ reason }) => reason],
]
const FEEDBACK_COLUMNS: Column<Feedback>[] = [
  ...aboutColumns<Feedback>('작성 일시'),
  ['미팅명', 24, ({ title }) => title],
  ['피드백', 60, ({ feedback }) => feedback],
]

type Arrivals = Statistics['arrivals'][number]
const ARRIVAL_COLUMNS: Column<Arrivals>[] = [
  ['날짜', 12, ({ date }) => dateCell(date)],
  ['투어 도착', 12, ({ arrived }) => arrived.tours],
  ['미팅 도착', 12, ({ arrived }) => arrived.meetings],
  ['투어 미도착', 12, ({ no_shows }) => no_shows.tours],
  ['미팅 미도착', 12, ({ no_shows }) => no_shows.meetings],
]

const outcomesOf = ({ outcomes }: Statistics): Outcome[] => [
  { name: '전체 신청', ...outcomes.requested },
  ...outcomes.statuses.map(({ status, ...count }) => ({ name: STATUS_TEXT[status], ...count })),
]

const named = (header: string): Column<Outcome>[] => [
  [header, 16, ({ name }) => name],
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
  { format, ...range }: DateRange & InFormat,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.writeBook({
    name: `통계_${madridDate(now)}`,
    format,
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
