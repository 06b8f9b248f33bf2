import { beforeAll, describe, expect, test } from 'vitest'
import { confirm } from '../../../../contract/admin/accounts.ts'
import { addApiToken } from '../../../../contract/admin/api-tokens.ts'
import { editNote, editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { exportReservations } from '../../../../contract/admin/reservations.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import {
  makeAdmin,
  makeEventDate,
  makeVisitor,
  meetingParty,
  PASSWORD,
  tourParty,
} from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { csvRows, readCsv } from '../../../../test/read-csv.ts'
import { readSheet, shownRows } from '../../../../test/read-sheet.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const admin = useAdmin(app)
let tour: Awaited<ReturnType<typeof makeReservation>>
let meeting: Awaited<ReturnType<typeof makeReservation>>

beforeAll(async () => {
  const [today, tomorrow] = [await makeEventDate(app.db), await makeEventDate(app.db, TOMORROW)]
  tour = await makeReservation(app, admin, today, { status: 'APPROVED' })
  meeting = await makeReservation(app, admin, tomorrow, { kind: 'GROUP_MEETING', status: 'CANCELLED' })
})

const download = (query: Record<string, string> = {}) => admin.send(exportReservations, { query })
const sheet = async (query: Record<string, string> = {}) => readSheet((await download(query)).rawPayload)

test('the file is an Excel file with a Korean name that ends in the date of Madrid', async () => {
  // In UTC it is still the day before.
  app.setClock(TOMORROW, '00:30')
  const { browser } = await makeAdmin(app)
  const response = await browser.send(exportReservations, { query: {} })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'cache-control': 'no-store',
  })
  const disposition = String(response.headers['content-disposition'])
  expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+\.xlsx"; filename\*=UTF-8''[\w%.-]+$/)
  expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe('예약목록_2026-11-21.xlsx')
})

test('one row a reservation under Korean headers, with real dates and times, and phones as text', async () => {
  const { header, rows, cellOf, filter } = await sheet()
  const { reservation, member } = tour
  const docent = reservation.type === 'VIP_TOUR' ? reservation.available_tour.docent : ({} as never)
  expect(rows).toHaveLength(2)
  expect(rows[0]).toEqual({
    예약번호: reservation.id,
    구분: '투어',
    상태: '예약됨',
    날짜: TODAY,
    시작: '10:00',
    종료: '10:25',
    '시간(분)': 25,
    '도슨트/미팅룸': docent.name,
    '언어/층': '한국어',
    신청자: member.name,
    '신청자 회사': '한빛전자',
    '신청자 직책': '과장',
    '신청자 전화번호': member.phone,
    '신청자 이메일': member.email,
    등급: '일반',
    '방문 회사': tourParty.company,
    방문자: tourParty.name,
    '방문자 전화번호': '010-2345-6789',
    '방문 인원': 3,
    '신청 일시': `${TODAY} 08:00`,
    '변경 일시': `${TODAY} 08:00`,
  })
  expect(rows[1]).toMatchObject({
    예약번호: meeting.reservation.id,
    구분: '미팅',
    상태: '취소됨',
    날짜: TOMORROW,
    시작: '10:00',
    종료: '10:30',
    '시간(분)': 30,
    '언어/층': '2층',
    미팅명: meetingParty.title,
    '현장 미팅 담당자': meetingParty.manager_name,
    '취소/거절 사유': '전시장 사정',
  })
  for (const title of header) expect(title).toMatch(/\p{Script=Hangul}/u)
  for (const [title, format] of [
    ['날짜', 'yyyy-mm-dd'],
    ['시작', '[hh]:mm'],
    ['종료', '[hh]:mm'],
    ['신청 일시', 'yyyy-mm-dd hh:mm'],
  ] as const)
    expect(cellOf(0, title)).toMatchObject({ type: 'n', format })
  expect(cellOf(0, '신청자 전화번호')!.type).toBe('s')
  expect(filter).toEqual({ ref: `A1:AB${rows.length + 1}` })
})

test('an early end shows its time, and an end before the start shows that it never took place', async () => {
  const [day] = await app.db.selectFrom('event_dates').selectAll().where('date', '=', TODAY).execute()
  const [tomorrow] = await app.db.selectFrom('event_dates').selectAll().where('date', '=', TOMORROW).execute()
  const given = { kind: 'GROUP_MEETING', status: 'COMPLETED' } as const
  const unmet = await makeReservation(app, admin, day!, given)
  // The wall time alone would look like an early end after twelve minutes.
  app.setClock(TODAY, '10:12')
  const unmetTomorrow = await makeReservation(app, admin, tomorrow!, given)
  const sat = await makeReservation(app, admin, day!, { ...given, time: '10:20', status: 'APPROVED' })
  app.setClock(TODAY, '10:32')
  await admin.ok(actOnReservation, decision(sat.reservation, 'complete'))
  app.setClock(TODAY, '08:00')
  const { rows } = await sheet({ status: 'COMPLETED' })
  expect(rows).toMatchObject([
    { 예약번호: unmet.reservation.id, 종료: '10:30', '실제 종료': '시작 전 종료' },
    { 예약번호: sat.reservation.id, 종료: '10:50', '실제 종료': '10:32' },
    { 예약번호: unmetTomorrow.reservation.id, 종료: '10:30', '실제 종료': '시작 전 종료' },
  ])
  // Otherwise they count among the rows of the other tests.
  const ids = [unmet, sat, unmetTomorrow].map(({ reservation }) => reservation.id)
  await app.db.deleteFrom('slots').where('reservation_id', 'in', ids).execute()
  await app.db.deleteFrom('reservations').where('id', 'in', ids).execute()
})

test('the header row is frozen, and each column has a width', async () => {
  const { header, pane, widths } = await sheet()
  expect(pane).toMatchObject({ state: 'frozen', xSplit: '1', ySplit: '1' })
  expect(widths).toHaveLength(header.length)
  for (const width of widths) expect(width).toBeGreaterThan(5)
})

test('as CSV the list has the same rows under its own name, also for a token that may read', async () => {
  const filter = { status: 'active' } as const
  await admin.ok(confirm, { body: { password: PASSWORD } })
  const { secret } = await admin.ok(addApiToken, {
    body: { name: '통계 시스템', scopes: ['reservations:read'] },
  })
  const bearer = { authorization: `Bearer ${secret}` }
  const csv = await app.client().send(exportReservations, { query: { ...filter, format: 'csv' } }, bearer)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(/예약목록_2026-11-20\.csv$/)
  const { rows, header } = await sheet(filter)
  expect(readCsv(csv.rawPayload)[0]).toEqual(header)
  expect(csvRows(readCsv(csv.rawPayload))).toEqual(shownRows(rows))
  expect(rows).toHaveLength(1)
  const refusal = await admin.refused(exportReservations, { query: { format: 'pdf' as never } })
  expect(refusal).toMatchObject({ status: 400, fields: { format: expect.any(String) } })
})

test.each([
  [{}, 2],
  [{ type: 'tour' }, 1],
  [{ type: 'MEETING_ROOM' }, 1],
  [{ status: 'active' }, 1],
  [{ status: 'COMPLETED' }, 0],
  [{ start_date: TOMORROW }, 1],
  [{ date: '2027-01-01' }, 0],
  [{ search: '010-2345-6789' }, 2],
  [{ search: '신제품' }, 1],
])('filtered like the list: %o has %i', async (query, count) => {
  expect((await sheet(query)).rows).toHaveLength(count)
})

test('a wrong filter is refused as everywhere, in JSON', async () => {
  const refusal = await admin.refused(exportReservations, { query: { date: 'x' } })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', fields: { date: expect.any(String) } })
})

describe('text that a spreadsheet could take for something else', () => {
  const TRAPS = ['=HYPERLINK("http://evil.example","x")', '+1+1', '-2+3', '@SUM(A1)', '007', '<b>&"\'</b>']

  test.each(TRAPS)('%s stays text, never a formula', async (text) => {
    const { reservation } = tour
    const params = { id: String(reservation.id) }
    const body = { type: 'VIP_TOUR' as const, visitor: { ...tourParty, company: text, name: text } }
    await admin.ok(editVisitor, { params, body })
    await admin.ok(editNote, { params, body: { type: 'VIP_TOUR', note: text } })
    const { rows, formulas, cellOf } = await sheet({ type: 'tour' })
    expect(rows[0]).toMatchObject({ '방문 회사': text, 방문자: text, '추가 정보': text })
    expect(formulas).toBe(0)
    const csv = await download({ type: 'tour', format: 'csv' })
    expect(csvRows(readCsv(csv.rawPayload))).toEqual(shownRows(rows))
    // Stays text when its cell is edited.
    expect(cellOf(0, '방문 회사')).toMatchObject({ type: 's', format: '@' })
  })

  test('lines, emoji and right-to-left letters come through', async () => {
    const note = '첫 줄\n둘째 줄 😀 שלום'
    const params = { id: String(meeting.reservation.id) }
    await admin.ok(editNote, { params, body: { type: 'GROUP_MEETING', note } })
    const { rows } = await sheet({ type: 'meeting' })
    expect(rows[0]).toMatchObject({ '추가 정보': note })
    const csv = await download({ type: 'meeting', format: 'csv' })
    expect(csvRows(readCsv(csv.rawPayload))).toEqual(shownRows(rows))
  })
})

test('a member may not have it', async () => {
  const { browser } = await makeVisitor(app)
  expect(await browser.refused(exportReservations, { query: {} })).toMatchObject({ status: 401 })
})
