import type { ReservationFilters } from '../../../../contract/admin/reservations.ts'
import {
  EARLY_END_TEXT,
  reservationFacts,
  STATUS_TEXT,
  type Reservation,
} from '../../../../contract/reservation.ts'
import type { InFormat } from '../../../../contract/spreadsheet.ts'
import { WALK_IN_TEXT } from '../../../../contract/text/applicant-text.ts'
import { isNoShow } from '../../../../domain/arrival.ts'
import { madridDate, madridTime, wallDate, type Instant } from '../../../../domain/madrid-time.ts'
import { earlyEndOf } from '../../../../domain/reservation.ts'
import { readAtLength, type Db } from '../../../database/transaction.ts'
import { tierWord } from '../../../../domain/tier-word.ts'
import { dateCell, timeCell, type Cell } from '../../../spreadsheet/sheet.ts'
import type { StreamedFile } from '../../../http/streamed-file.ts'
import { VISITOR_COLUMNS } from '../../../spreadsheet/columns.ts'
import type { Column, Spreadsheets } from '../../../spreadsheet/spreadsheets.ts'
import { findKnownNoShows } from '../arriving/queries.ts'
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
  ['예약번호', 10, (r) => r.id],
  ['구분', 8, (r) => (r.type === 'VIP_TOUR' ? '투어' : '미팅')],
  ['상태', 10, (r) => STATUS_TEXT[r.status]],
  ['날짜', 12, (r) => dateCell(placeOf(r).event_date.date)],
  ['시작', 8, (r) => timeCell(placeOf(r).time)],
  ['종료', 8, (r) => timeCell(placeOf(r).end_time)],
  ['실제 종료', 12, realEnd],
  ['시간(분)', 10, (r) => placeOf(r).duration],
  ['도슨트/미팅룸', 20, (r) => placeOf(r).place],
  ['언어/층', 10, (r) => placeOf(r).detail],
  ['신청자', 14, (r) => r.user?.name ?? WALK_IN_TEXT],
  ['신청자 회사', 20, (r) => r.user?.company_name ?? null],
  ['신청자 직책', 12, (r) => r.user?.position ?? null],
  ['신청자 전화번호', 16, (r) => r.user?.phone ?? null],
  ['신청자 이메일', 26, (r) => r.member?.email ?? null],
  ['등급', 8, ({ member }) => member && tierWord(member)],
  ...VISITOR_COLUMNS,
  ['추가 정보', 30, (r) => r.note],
  ['피드백', 30, (r) => r.feedback],
  ['취소/거절 사유', 30, (r) => r.cancel_note],
  ['신청 일시', 18, (r) => dateTimeCell(r.created_at)],
  ['변경 일시', 18, (r) => dateTimeCell(r.updated_at)],
  ['도착', 8, arrivalCell],
]

function isMissed(r: Reservation, known: ReadonlySet<string>, now: Instant): boolean {
  const { date, ...facts } = reservationFacts(r)
  const at = (iso: string | null) => (iso === null ? null : Date.parse(iso))
  const past = { ...facts, arrived_at: at(r.arrived_at), ended_at: at(r.ended_at) }
  return isNoShow(past, known.has(`${date} ${r.type}`), now)
}

/** All pages come from one database snapshot. */
export const exportReservationList = (
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  { format, ...filters }: ReservationFilters & InFormat,
  now: Instant,
): Promise<StreamedFile> =>
  spreadsheets.write({
    name: `예약목록_${madridDate(now)}`,
    format,
    columns: COLUMNS,
    fill: (add) =>
      readAtLength(db, async (tx) => {
        const known = await findKnownNoShows(tx, now)
        const listed = (r: WithMember): Listed => ({ ...r, is_no_show: isMissed(r, known, now) })
        for await (const page of pageReservations(tx, filters, now))
          await add((await withMembers(tx, page)).map(listed))
      }),
  })
