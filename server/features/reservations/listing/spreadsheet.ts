import type { ReservationFilters } from '../../../../contract/admin/reservations.ts'
import {
  EARLY_END_TEXT,
  reservationFacts,
  STATUS_TEXT,
  type Reservation,
} from '../../../../contract/reservation.ts'
import { isNoShow } from '../../../../domain/arrival.ts'
import { madridDate, madridTime, wallDate, type Instant } from '../../../../domain/madrid-time.ts'
import { earlyEndOf } from '../../../../domain/reservation.ts'
import { readAtLength, type Db } from '../../../database/transaction.ts'
import { tierWord } from '../../../../domain/tier-word.ts'
import { dateCell, timeCell, type Cell } from '../../../spreadsheet/sheet.ts'
import type { StreamedFile } from '../../../http/streamed-file.ts'
import type { Column, Spreadsheets } from '../../../spreadsheet/spreadsheets.ts'
import { findMarkedDates } from '../arriving/queries.ts'
import { pageReservations, withMembers, type WithMember } from './queries.ts'

const placeOf = (r: Reservation) =>
  r.type === 'VIP_TOUR'
    ? { ...r.available_tour, place: r.available_tour.docent.name, detail: r.available_tour.docent.language }
    : {
        event_date: r.event_date,
        time: r.time_slots[0]!.start_time,
        end_time: r.time_slots.at(-1)!.end_time,
        duration: r.total_duration,
        place: r.room.name,
        detail: `${r.room.floor}층`,
      }

const meetingVisitor = (r: Reservation) => (r.type === 'GROUP_MEETING' ? r.visitor : null)
const dateTimeCell = (iso: string) => wallDate(Date.parse(iso))

/** Blank unless it ended early. */
function realEnd(r: Reservation): Cell {
  if (r.ended_at === null) return null
  const ended = Date.parse(r.ended_at)
  const early = earlyEndOf(reservationFacts(r).starts_at, ended)
  return early === 'before_start' ? EARLY_END_TEXT[early] : timeCell(madridTime(ended))
}

type Listed = WithMember & {
  is_no_show: boolean
}

const arrivalCell = ({ arrived_at, is_no_show }: Listed): Cell =>
  arrived_at ? timeCell(madridTime(Date.parse(arrived_at))) : is_no_show ? '미도착' : null

const COLUMNS: readonly Column<Listed>[] = [
  { header: '예약번호', width: 10, value: (r) => r.id },
  { header: '구분', width: 8, value: (r) => (r.type === 'VIP_TOUR' ? '투어' : '미팅') },
  { header: '상태', width: 10, value: (r) => STATUS_TEXT[r.status] },
  { header: '날짜', width: 12, value: (r) => dateCell(placeOf(r).event_date.date) },
  { header: '시작', width: 8, value: (r) => timeCell(placeOf(r).time) },
  { header: '종료', width: 8, value: (r) => timeCell(placeOf(r).end_time) },
  { header: '실제 종료', width: 12, value: realEnd },
  { header: '시간(분)', width: 10, value: (r) => placeOf(r).duration },
  { header: '도슨트/미팅룸', width: 20, value: (r) => placeOf(r).place },
  { header: '언어/층', width: 10, value: (r) => placeOf(r).detail },
  { header: '신청자', width: 14, value: (r) => r.user.name },
  { header: '신청자 회사', width: 20, value: (r) => r.user.company_name },
  { header: '신청자 직책', width: 12, value: (r) => r.user.position },
  { header: '신청자 전화번호', width: 16, value: (r) => r.user.phone },
  { header: '신청자 이메일', width: 26, value: (r) => r.member?.email ?? null },
  { header: '등급', width: 8, value: ({ member }) => member && tierWord(member) },
  { header: '미팅명', width: 24, value: (r) => meetingVisitor(r)?.title ?? null },
  { header: '방문 회사', width: 20, value: (r) => r.visitor.company },
  { header: '방문자', width: 14, value: (r) => r.visitor.name },
  { header: '현장 미팅 담당자', width: 16, value: (r) => meetingVisitor(r)?.manager_name ?? null },
  { header: '방문자 전화번호', width: 16, value: (r) => r.visitor.phone },
  { header: '방문 인원', width: 10, value: (r) => r.visitor.count },
  { header: '추가 정보', width: 30, value: (r) => r.note },
  { header: '피드백', width: 30, value: (r) => r.feedback },
  { header: '취소/거절 사유', width: 30, value: (r) => r.cancel_note },
  { header: '신청 일시', width: 18, value: (r) => dateTimeCell(r.created_at) },
  { header: '변경 일시', width: 18, value: (r) => dateTimeCell(r.updated_at) },
  { header: '도착', width: 8, value: arrivalCell },
]

function isMissed(r: Reservation, marked: ReadonlySet<string>, now: Instant): boolean {
  const { date, ...facts } = reservationFacts(r)
  const at = (iso: string | null) => (iso === null ? null : Date.parse(iso))
  const past = { ...facts, arrived_at: at(r.arrived_at), ended_at: at(r.ended_at) }
  return isNoShow(past, marked.has(date), now)
}

/** All pages come from one database snapshot. */
export const exportReservationList = (
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  filters: ReservationFilters,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.write({
    name: `예약목록_${madridDate(now)}`,
    columns: COLUMNS,
    fill: (add) =>
      readAtLength(db, async (tx) => {
        const marked = await findMarkedDates(tx)
        const listed = (r: WithMember): Listed => ({ ...r, is_no_show: isMissed(r, marked, now) })
        for await (const page of pageReservations(tx, filters, now))
          await add((await withMembers(tx, page)).map(listed))
      }),
  })
