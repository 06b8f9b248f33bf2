import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  exportClosingReport,
  getClosingReport,
  type ClosingReport,
} from '../../../../contract/admin/closing.ts'
import { lockTourSlots } from '../../../../contract/admin/slots.ts'
import { giveFeedback } from '../../../../contract/meeting.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeEventDate, makeTourSlots, makeVisitor } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { csvTables, readCsv } from '../../../../test/read-csv.ts'
import { readSheet, sheetNames, shownSheets } from '../../../../test/read-sheet.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const admin = useAdmin(app)

// Tours: waiting, approved after 10 minutes, rejected after 30, cancelled. Meetings: approved after 50 with
// feedback, rejected after 200.
beforeAll(async () => {
  const [today, tomorrow] = [await makeEventDate(app.db), await makeEventDate(app.db, TOMORROW)]
  await makeReservation(app, admin, tomorrow, { time: '12:00' })
  const later = async (minutes: number, kind: 'VIP_TOUR' | 'GROUP_MEETING', action: 'approve' | 'reject') => {
    app.setClock(TODAY, '08:00')
    const made = await makeReservation(app, admin, today, { kind, time: '12:30' })
    app.passMinutes(minutes)
    await admin.ok(actOnReservation, decision(made.reservation, action))
    return made
  }
  const vip = await later(10, 'VIP_TOUR', 'approve')
  await app.db.updateTable('members').set({ is_vip: true }).where('id', '=', vip.member.id).execute()
  await later(30, 'VIP_TOUR', 'reject')
  const { reservation, browser } = await later(50, 'GROUP_MEETING', 'approve')
  await later(200, 'GROUP_MEETING', 'reject')
  app.setClock(TODAY, '08:00')
  await makeReservation(app, admin, today, { status: 'CANCELLED', time: '15:00' })
  await browser.ok(giveFeedback, {
    params: { id: String(reservation.id) },
    body: { feedback: '=잘 들었습니다' },
  })
  const quiet = await makeDocent(app.db, { name: '한가한' })
  const slots = await makeTourSlots(app.db, tomorrow, quiet, '12:00', '13:00', '14:00')
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slots[2]!.id], action: 'lock' } })
  // A different spelling of the same company.
  await sql`update reservations set visitor = jsonb_set(visitor, '{company}', '"한빛 전자"') where id = ${reservation.id}`.execute(
    app.db,
  )
  await sql`update reservations set visitor = jsonb_set(visitor, '{company}', '"무등상사"')
    where id = ${vip.reservation.id}`.execute(app.db)
  await makeVisitor(app, { is_vip: true, is_vvip: true })
  await sql`update mails set status = 'sent', sent_at = created_at where id = (select min(id) from mails)`.execute(
    app.db,
  )
  await sql`update mails set status = 'failed', last_error = '550 no such user' where id = (select max(id) from mails)`.execute(
    app.db,
  )
})
beforeEach(() => app.setClock(TODAY, '19:00'))

const report = (): Promise<ClosingReport> => admin.ok(getClosingReport, {})
const figure = ({ bookable, held }: { bookable: number; held: number }) => `${held}/${bookable}`
const both = ({ tours, meetings }: { tours: Fill; meetings: Fill }) => [figure(tours), figure(meetings)]
type Fill = { bookable: number; held: number }

test('shows occupancy by day, hour and place', async () => {
  const { fill, first_date, last_date } = await report()
  expect([first_date, last_date]).toEqual([TODAY, TOMORROW])
  // Today: three tours, one held; two meetings of three slots, one held.
  expect(fill.days.map((day) => [day.date, ...both(day)])).toEqual([
    [TODAY, '1/3', '3/6'],
    [TOMORROW, '1/3', '0/0'],
  ])
  expect(fill.hours.map((hour) => [hour.hour, ...both(hour)])).toEqual([
    [12, '2/4', '3/6'],
    [13, '0/1', '0/0'],
    [14, '0/0', '0/0'],
    [15, '0/1', '0/0'],
  ])
  expect(fill.docents.find(({ name }) => name === '한가한')).toMatchObject({ bookable: 2, held: 0 })
  expect(fill.rooms.map(figure).toSorted()).toEqual(['0/3', '3/3'])
})

test('counts requests by outcome, and their guests', async () => {
  const { requests } = await report()
  expect(requests.total).toEqual({ tours: 4, meetings: 2 })
  expect(requests.statuses.filter(({ tours, meetings }) => tours + meetings > 0)).toEqual([
    { status: 'PENDING', tours: 1, meetings: 0 },
    { status: 'COMPLETED', tours: 1, meetings: 1 },
    { status: 'REJECTED', tours: 1, meetings: 1 },
    { status: 'CANCELLED', tours: 1, meetings: 0 },
  ])
  expect(requests.guests).toEqual({ tours: 3, meetings: 3 })
})

test('shows the median and the slowest tenth of decision times', async () => {
  expect((await report()).decisions).toEqual({
    tours: { count: 2, median: 10, slowest_tenth: 30 },
    meetings: { count: 2, median: 50, slowest_tenth: 200 },
    all: { count: 4, median: 30, slowest_tenth: 200 },
  })
})

test('counts tiers, and companies in any spelling', async () => {
  const { tiers, companies } = await report()
  expect(tiers).toEqual([
    { tier: 'normal', members: 5, reservations: 5, guests: 3 },
    { tier: 'vip', members: 1, reservations: 1, guests: 3 },
    { tier: 'vvip', members: 1, reservations: 0, guests: 0 },
  ])
  expect(companies).toEqual({
    count: 2,
    results: [
      { name: '한빛전자', reservations: 5, guests: 3 },
      { name: '무등상사', reservations: 1, guests: 3 },
    ],
  })
})

test('lists all feedback, and mails that never arrived', async () => {
  const { feedback, mails } = await report()
  expect(feedback).toMatchObject({
    count: 1,
    results: [{ title: '신제품 공급 협의', feedback: '=잘 들었습니다' }],
  })
  // Six requests, four decisions, one cancellation.
  expect(mails).toMatchObject({ sent: 1, failed: 1, waiting: 9 })
  expect(mails.kinds.map(({ kind, sent, failed, waiting }) => [kind, sent + failed + waiting])).toEqual([
    ['approved', 2],
    ['cancelled', 1],
    ['rejected', 2],
    ['request_received', 6],
  ])
})

test('the file has a sheet for each part, with texts that are no formulas', async () => {
  const response = await admin.send(exportClosingReport, { query: {} })
  const disposition = String(response.headers['content-disposition'])
  expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe('행사보고서_2026-11-20.xlsx')
  const file = response.rawPayload
  expect(sheetNames(file)).toEqual([
    '날짜별 예약률',
    '시간대별 예약률',
    '도슨트·미팅룸별 예약률',
    '신청과 처리',
    '등급',
    '회사',
    '피드백',
    '메일',
  ])
  expect(readSheet(file, 1).rows[0]).toMatchObject({ 날짜: TODAY, '투어 예약됨': 1, '미팅 예약 가능': 6 })
  expect(readSheet(file, 4).rows).toContainEqual({ 항목: '신청', 투어: 4, 미팅: 2, 전체: 6 })
  expect(readSheet(file, 4).rows).toContainEqual({
    항목: '처리 시간 중앙값(분)',
    투어: 10,
    미팅: 50,
    전체: 30,
  })
  expect(readSheet(file, 5).rows).toContainEqual({ 등급: 'VIP', 회원: 1, 예약: 1, '방문 인원': 3 })
  expect(readSheet(file, 6).rows[1]).toEqual({ 회사: '무등상사', 예약: 1, '방문 인원': 3 })
  expect(readSheet(file, 7)).toMatchObject({ formulas: 0, rows: [{ 피드백: '=잘 들었습니다' }] })
})

test('as CSV the file has the same tables, and its formulas are marked as text', async () => {
  const [book, csv] = [
    await admin.send(exportClosingReport, { query: {} }),
    await admin.send(exportClosingReport, { query: { format: 'csv' } }),
  ]
  expect(csvTables(readCsv(csv.rawPayload))).toEqual(shownSheets(book.rawPayload))
  expect(csv.body).toContain("'=잘 들었습니다")
  expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(
    /행사보고서_2026-11-20\.csv$/,
  )
})
