import { sql } from 'kysely'
import { ZIP } from '../../../../contract/admin/closing.ts'
import { STATUS_TEXT } from '../../../../contract/reservation.ts'
import { isoInMadrid, madridDate, wallDate, type Instant } from '../../../../domain/madrid-time.ts'
import { tierWord } from '../../../../domain/tier-word.ts'
import type { WaitlistOutcome } from '../../../../domain/waitlist.ts'
import { readAtLength, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { jsonList } from '../../../http/streamed-answer.ts'
import { StreamedFile } from '../../../http/streamed-file.ts'
import { streamZip, type ZipWriter } from '../../../spreadsheet/streamed-zip.ts'
import { dateCell, timeCell, type Cell } from '../../../spreadsheet/sheet.ts'
import { MEMBER_COLUMNS, VISITOR_COLUMNS } from '../../../spreadsheet/columns.ts'
import type { Column, Spreadsheets } from '../../../spreadsheet/spreadsheets.ts'
import { getSettings } from '../../settings/queries.ts'
import { findClosingReport } from '../report/queries.ts'
import { addReport, REPORT_SHEETS } from '../report/spreadsheet.ts'
import {
  pageAllFeedback,
  pageAllMembers,
  pageAllReservations,
  pageAudit,
  pageDates,
  pageDocents,
  pageHistory,
  pageMails,
  pageRooms,
  pageSessions,
  pageSlots,
  pageWaitlist,
  pageWebhooks,
} from './queries.ts'

type Noun = {
  name: string
  title: string
  // oxlint-disable-next-line no-explicit-any -- Each noun has rows of its own, which its columns know.
  columns: readonly Column<any>[]
  pages: (tx: Tx, now: Instant) => AsyncGenerator<object[]>
}

const noun = <Row extends object>(
  name: string,
  title: string,
  pages: (tx: Tx, now: Instant) => AsyncGenerator<Row[]>,
  columns: readonly Column<Row>[],
): Noun => ({ name, title, pages, columns })

const dateTime = (iso: string | null): Cell => (iso === null ? null : wallDate(Date.parse(iso)))
const kindOf = ({ kind }: { kind: string }) => (kind === 'VIP_TOUR' ? '투어' : '미팅')
const text = (value: string | number | undefined): Cell => value ?? null

const OUTCOME_TEXT: Readonly<Record<WaitlistOutcome, string>> = {
  served: '예약 신청됨',
  left: '자리 대기 취소',
  removed: '관리자가 삭제',
  time_deleted: '시간 삭제됨',
  booked: '다른 예약으로 신청',
  expired: '자리가 나지 않음',
}

const NOUNS: readonly Noun[] = [
  noun('reservations', '예약', pageAllReservations, [
    ['예약번호', 10, (r) => r.id],
    ['구분', 8, kindOf],
    ['상태', 10, (r) => STATUS_TEXT[r.status]],
    ['날짜', 12, (r) => dateCell(r.date)],
    ['시작', 18, (r) => dateTime(r.starts_at)],
    ['종료', 18, (r) => dateTime(r.ends_at)],
    ['실제 종료', 18, (r) => dateTime(r.ended_at)],
    ['도슨트/미팅룸', 20, (r) => text(r.place['name'])],
    ['회원번호', 10, (r) => r.member_id],
    ['신청자', 14, (r) => text(r.member['name'])],
    ['신청자 회사', 20, (r) => text(r.member['company_name'])],
    ['신청자 전화번호', 16, (r) => text(r.member['phone'])],
    ...VISITOR_COLUMNS,
    ['추가 정보', 30, (r) => r.note],
    ['피드백', 30, (r) => r.feedback],
    ['취소/거절 사유', 30, (r) => r.cancel_note],
    ['도착', 18, (r) => dateTime(r.arrived_at)],
    ['신청 일시', 18, (r) => dateTime(r.created_at)],
    ['변경 일시', 18, (r) => dateTime(r.updated_at)],
  ]),
  noun('history', '예약 이력', pageHistory, [
    ['예약번호', 10, (step) => step.reservation_id],
    ['일시', 18, (step) => dateTime(step.at)],
    ['처리한 사람', 16, (step) => step.actor],
    ['처리', 20, (step) => step.action],
    ['이전 상태', 10, (step) => step.from_status && STATUS_TEXT[step.from_status]],
    ['상태', 10, (step) => STATUS_TEXT[step.to_status]],
    ['사유', 30, (step) => step.reason],
    ['변경 내용', 40, (step) => step.changes],
  ]),
  noun('members', '회원', pageAllMembers, MEMBER_COLUMNS),
  noun('sessions', '로그인한 기기', pageSessions, [
    ['회원번호', 10, (s) => s.member_id],
    ['기기', 24, (s) => s.device],
    ['로그인 일시', 18, (s) => dateTime(s.created_at)],
    ['마지막 사용', 18, (s) => dateTime(s.last_seen_at)],
  ]),
  noun('dates', '날짜', pageDates, [
    ['번호', 10, (d) => d.id],
    ['날짜', 12, (d) => dateCell(d.date)],
  ]),
  noun('docents', '도슨트', pageDocents, [
    ['번호', 10, (d) => d.id],
    ['이름', 20, (d) => d.name],
    ['언어', 16, (d) => d.language],
    ['출발 장소', 24, (d) => d.start_point],
    ['등급', 8, tierWord],
  ]),
  noun('rooms', '미팅룸', pageRooms, [
    ['번호', 10, (r) => r.id],
    ['이름', 20, (r) => r.name],
    ['층', 8, (r) => r.floor],
    ['정원', 8, (r) => r.size],
    ['등급', 8, tierWord],
  ]),
  noun('slots', '시간', pageSlots, [
    ['번호', 10, (s) => s.id],
    ['도슨트 번호', 12, (s) => s.docent_id],
    ['미팅룸 번호', 12, (s) => s.room_id],
    ['날짜', 12, (s) => dateCell(s.date)],
    ['시작', 8, (s) => timeCell(s.time)],
    ['종료', 8, (s) => timeCell(s.end_time)],
    ['시간(분)', 10, (s) => s.duration],
    ['잠금', 8, (s) => (s.is_locked ? '예' : null)],
    ['예약번호', 10, (s) => s.reservation_id],
  ]),
  noun('waitlist', '자리 대기', pageWaitlist, [
    ['번호', 10, (w) => w.id],
    ['구분', 8, kindOf],
    ['날짜', 12, (w) => dateCell(w.date)],
    ['시작', 8, (w) => timeCell(w.time)],
    ['종료', 8, (w) => timeCell(w.end_time)],
    ['도슨트/미팅룸', 20, (w) => text(w.place['name'])],
    ['회원번호', 10, (w) => w.member_id],
    ...VISITOR_COLUMNS,
    ['추가 정보', 30, (w) => w.note],
    ['결과', 16, (w) => w.outcome && OUTCOME_TEXT[w.outcome]],
    ['예약번호', 10, (w) => w.reservation_id],
    ['사유', 30, (w) => w.reason],
    ['자리 대기 일시', 18, (w) => dateTime(w.created_at)],
    ['종료 일시', 18, (w) => dateTime(w.ended_at)],
  ]),
  noun('feedback', '피드백', pageAllFeedback, [
    ['예약번호', 10, (f) => f.id],
    ['날짜', 12, (f) => dateCell(f.date)],
    ['도슨트/미팅룸', 20, (f) => f.place],
    ['방문 회사', 20, (f) => f.company],
    ['방문자', 14, (f) => f.name],
    ['미팅명', 24, (f) => f.title],
    ['피드백', 60, (f) => f.feedback],
  ]),
  noun('mails', '메일', pageMails, [
    ['번호', 10, (m) => m.id],
    ['종류', 22, (m) => m.kind],
    ['예약번호', 10, (m) => m.reservation_id],
    ['받는 주소', 30, (m) => m.to_address],
    ['제목', 50, (m) => m.subject],
    ['본문', 60, (m) => m.text],
    ['상태', 10, (m) => m.status],
    ['시도', 8, (m) => m.attempts],
    ['오류', 30, (m) => m.last_error],
    ['작성', 18, (m) => dateTime(m.created_at)],
    ['발송', 18, (m) => dateTime(m.sent_at)],
  ]),
  noun('webhooks', '웹훅', pageWebhooks, [
    ['번호', 10, (w) => w.id],
    ['이름', 24, (w) => w.name],
    ['주소', 40, (w) => w.url],
    ['알림', 60, (w) => w.events.join(', ')],
    ['사용', 8, (w) => (w.is_on ? '예' : null)],
    ['등록', 18, (w) => dateTime(w.created_at)],
    ['등록한 관리자', 16, (w) => w.created_by],
  ]),
  noun('audit', '작업 기록', pageAudit, [
    ['번호', 10, (entry) => entry.id],
    ['일시', 18, (entry) => dateTime(entry.at)],
    ['관리자', 16, (entry) => entry.admin],
    ['관리자 번호', 10, (entry) => entry.admin_id || null],
    ['작업', 36, (entry) => entry.action],
    ['대상', 20, (entry) => entry.target],
    ['내용', 40, (entry) => entry.summary],
    ['세부 내용', 60, (entry) => JSON.stringify(entry.details)],
    ['네트워크', 20, (entry) => entry.network],
    ['기기', 24, (entry) => entry.device],
  ]),
]

// Each export occupies a connection and a snapshot for as long as its client takes.
let isUnderWay = false
const LONGEST_MS = 30 * 60_000

/** Streams one zip from one snapshot. Refuses with `overloaded` while another export runs. */
export function takeArchive(
  { db, spreadsheets }: { db: Db; spreadsheets: Spreadsheets },
  now: Instant,
): StreamedFile {
  if (isUnderWay) throw new AppError('overloaded', { headers: { 'retry-after': '30' } })
  isUnderWay = true
  const bytes = streamZip((zip) => readAtLength(db, (tx) => fillArchive(tx, zip, spreadsheets, now)))
  const timer = setTimeout(() => bytes.destroy(new Error('the download took too long')), LONGEST_MS)
  bytes.once('close', () => {
    clearTimeout(timer)
    isUnderWay = false
  })
  return new StreamedFile(bytes, { name: `행사자료_${madridDate(now)}.zip`, type: ZIP })
}

async function fillArchive(tx: Tx, zip: ZipWriter, spreadsheets: Spreadsheets, now: Instant) {
  // A slow client can pause longer between two statements than the default allows.
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(LONGEST_MS)}, true)`.execute(tx)
  const report = await findClosingReport(tx, now)
  await zip.add('json/report.json', [JSON.stringify(report, null, 1)])
  const book = await spreadsheets.writeBook({
    name: '보고서',
    sheets: REPORT_SHEETS,
    fill: (add) => addReport(tx, add, now),
  })
  await zip.add('xlsx/report.xlsx', book.bytes, { stored: true })
  for (const { name, title, columns, pages } of NOUNS) {
    await zip.add(`json/${name}.json`, jsonList(pages(tx, now)))
    const file = await spreadsheets.write<object>({
      name: title,
      columns,
      fill: async (add) => {
        for await (const page of pages(tx, now)) await add(page)
      },
    })
    await zip.add(`xlsx/${name}.xlsx`, file.bytes, { stored: true })
  }
  const { event_name } = await getSettings(tx)
  const manifest = { event_name, taken_at: isoInMadrid(now), files: zip.listed }
  const sums = zip.listed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
  await zip.add('manifest.json', [`${JSON.stringify(manifest, null, 1)}\n`])
  await zip.add('SHA256SUMS', [sums])
}
