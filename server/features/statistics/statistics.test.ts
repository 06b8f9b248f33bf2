import { beforeAll, beforeEach, expect, test } from 'vitest'
import { giveFeedback } from '../../../contract/meeting.ts'
import { exportStatistics, getStatistics, type Statistics } from '../../../contract/admin/statistics.ts'
import { getClosingReport } from '../../../contract/admin/closing.ts'
import { deleteEventDate } from '../../../contract/admin/event-dates.ts'
import { lockTourSlots } from '../../../contract/admin/slots.ts'
import { markArrival, undoArrival } from '../../../contract/admin/arrivals.ts'
import { exportReservations } from '../../../contract/admin/reservations.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeTourSlots, makeVisitor } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { csvTables, readCsv } from '../../../test/read-csv.ts'
import { readSheet, sheetNames, shownSheets } from '../../../test/read-sheet.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const admin = useAdmin(app)
let quiet: { id: number; name: string }

// Today's tours: waiting from 08:00 and 09:30 (approved), one rejected. Meetings: one cancelled, one with
// feedback. A docent with four free slots, one locked. Tomorrow: one tour.
beforeAll(async () => {
  const [today, tomorrow] = [await makeEventDate(app.db), await makeEventDate(app.db, TOMORROW)]
  await makeReservation(app, admin, today, { time: '12:00' })
  await makeReservation(app, admin, tomorrow, { time: '12:00' })
  await makeReservation(app, admin, today, { status: 'REJECTED', time: '12:30' })
  app.passMinutes(1)
  await makeReservation(app, admin, today, { kind: 'GROUP_MEETING', status: 'CANCELLED', time: '13:00' })
  const meeting = await makeReservation(app, admin, today, {
    kind: 'GROUP_MEETING',
    status: 'APPROVED',
    time: '09:00',
  })
  await meeting.browser.ok(giveFeedback, {
    params: { id: String(meeting.reservation.id) },
    body: { feedback: '=친절했습니다' },
  })
  quiet = await makeDocent(app.db, { name: '한가한' })
  const slots = await makeTourSlots(app.db, today, quiet, '12:00', '13:00', '14:00', '15:00')
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slots[3]!.id], action: 'lock' } })
})
beforeEach(() => app.setClock(TODAY, '10:30'))

const statistics = (query: Record<string, string> = {}): Promise<Statistics> =>
  admin.ok(getStatistics, { query })
const figure = (of: { bookable: number; held: number }) => [of.held, of.bookable]
const figures = (of: { bookable: number; held: number }[]) => of.map((each) => figure(each).join('/')).sort()

test('occupancy is the share of bookable slots that active reservations hold', async () => {
  const { fill } = await statistics({ start_date: TODAY, end_date: TODAY })
  // A waiting request holds its slot, a rejected one does not; a free locked slot is not counted.
  expect(figures(fill.docents)).toEqual(['0/0', '0/1', '0/3', '1/1'])
  expect(fill.docents.find(({ id }) => id === quiet.id)).toEqual({
    id: quiet.id,
    name: '한가한',
    bookable: 3,
    held: 0,
  })
  expect(figures(fill.rooms)).toEqual(['0/3', '3/3'])
})

test('hours are counted by the wall time at which a slot begins', async () => {
  const { fill } = await statistics({ start_date: TODAY, end_date: TODAY })
  const hours = fill.hours.map(({ hour, tours, meetings }) => [hour, figure(tours), figure(meetings)])
  expect(hours).toEqual([
    [9, [0, 0], [3, 3]],
    [12, [1, 3], [0, 0]],
    [13, [0, 1], [0, 3]],
    [14, [0, 1], [0, 0]],
    [15, [0, 0], [0, 0]],
  ])
})

test('requests are counted by how long they have waited, and all by what became of them', async () => {
  const { waiting, outcomes } = await statistics()
  expect(waiting).toEqual([
    { age: 'under_1_hour', tours: 0, meetings: 0 },
    { age: 'under_4_hours', tours: 2, meetings: 0 },
    { age: 'under_1_day', tours: 0, meetings: 0 },
    { age: 'over_1_day', tours: 0, meetings: 0 },
  ])
  // Today's request is over and cannot be approved.
  app.setClock(TODAY, '15:00')
  const { browser } = await makeAdmin(app)
  const later = (await browser.ok(getStatistics, { query: {} })).waiting
  expect(later.reduce((sum, { tours }) => sum + tours, 0)).toBe(1)
  expect(outcomes.requested).toEqual({ tours: 3, meetings: 2 })
  const known = outcomes.statuses.filter(({ tours, meetings }) => tours + meetings > 0)
  expect(known).toEqual([
    { status: 'PENDING', tours: 2, meetings: 0 },
    // Approved and already over.
    { status: 'COMPLETED', tours: 0, meetings: 1 },
    { status: 'REJECTED', tours: 1, meetings: 0 },
    { status: 'CANCELLED', tours: 0, meetings: 1 },
  ])
})

test('reasons are listed with their reservations, latest first', async () => {
  const { reasons } = await statistics()
  expect(reasons).toMatchObject({
    count: 2,
    results: [
      { type: 'GROUP_MEETING', status: 'CANCELLED', time: '13:00', at: '2026-11-20T08:01:00+01:00' },
      {
        type: 'VIP_TOUR',
        status: 'REJECTED',
        date: TODAY,
        time: '12:30',
        company: '한빛전자',
        reason: '전시장 사정',
        at: '2026-11-20T08:00:00+01:00',
      },
    ],
  })
})

test('feedback is listed with its meeting', async () => {
  expect((await statistics()).feedback).toMatchObject({
    count: 1,
    results: [{ title: '신제품 공급 협의', time: '09:00', feedback: '=친절했습니다' }],
  })
})

test.each([
  [{ start_date: TOMORROW }, 1],
  [{ end_date: TODAY }, 4],
  [{ start_date: TODAY, end_date: TOMORROW }, 5],
  [{ start_date: '2027-01-01' }, 0],
])('%o counts %i requests, and always knows the dates of the event', async (query, count) => {
  const { outcomes, event_dates, waiting } = await statistics(query)
  expect(outcomes.requested.tours + outcomes.requested.meetings).toBe(count)
  expect(event_dates).toEqual([TODAY, TOMORROW])
  expect(waiting).toHaveLength(4)
})

test.each([
  [{ start_date: TOMORROW, end_date: TODAY }, 'end_date', '종료일은 시작일 이후여야 합니다.'],
  [{ start_date: 'x' }, 'start_date', '유효하지 않은 날짜입니다.'],
])('%o is refused', async (query, field, text) => {
  for (const endpoint of [getStatistics, exportStatistics])
    expect(await admin.refused(endpoint, { query })).toMatchObject({ status: 400, fields: { [field]: text } })
})

test('the file has a sheet for each question', async () => {
  const response = await admin.send(exportStatistics, { query: {} })
  const disposition = String(response.headers['content-disposition'])
  expect(decodeURIComponent(disposition.split("UTF-8''")[1]!)).toBe('통계_2026-11-20.xlsx')
  const file = response.rawPayload
  expect(sheetNames(file)).toEqual([
    '도슨트별 예약률',
    '미팅룸별 예약률',
    '시간대별 예약률',
    '대기 시간',
    '처리 결과',
    '취소·거절 사유',
    '피드백',
    '도착·미도착',
  ])
  const sheet = (at: number) => readSheet(file, at).rows
  expect(sheet(1)).toContainEqual({ 도슨트: '한가한', '예약 가능': 3, 예약됨: 0, '예약률(%)': 0 })
  expect(sheet(2)).toContainEqual(expect.objectContaining({ '예약 가능': 3, 예약됨: 3, '예약률(%)': 100 }))
  expect(sheet(3)).toContainEqual(
    expect.objectContaining({ 시간대: '12:00', '투어 예약됨': 2, '투어 예약률(%)': 50 }),
  )
  expect(sheet(4)).toContainEqual({ '대기 시간': '1~4시간', 투어: 2, 미팅: 0 })
  expect(sheet(5)[0]).toEqual({ 상태: '전체 신청', 투어: 3, 미팅: 2 })
  expect(sheet(6)).toHaveLength(2)
  expect(sheet(6)[1]).toMatchObject({ 구분: '투어', 상태: '거절됨', 사유: '전시장 사정' })
  expect(sheet(7)).toMatchObject([{ 미팅명: '신제품 공급 협의', 피드백: '=친절했습니다' }])
  expect(readSheet(file, 7).formulas).toBe(0)
})

test('as CSV the file has the same tables of the same dates, and its formulas are marked as text', async () => {
  for (const query of [{}, { start_date: TOMORROW }]) {
    const book = await admin.send(exportStatistics, { query })
    const csv = await admin.send(exportStatistics, { query: { ...query, format: 'csv' } })
    expect(csvTables(readCsv(csv.rawPayload))).toEqual(shownSheets(book.rawPayload))
    expect(csv.body.includes("'=친절했습니다")).toBe(query.start_date === undefined)
    expect(decodeURIComponent(String(csv.headers['content-disposition']))).toMatch(/통계_2026-11-20\.csv$/)
  }
})

test('members may read neither statistics nor their file', async () => {
  const { browser } = await makeVisitor(app)
  for (const endpoint of [getStatistics, exportStatistics])
    expect(await browser.refused(endpoint, { query: {} })).toMatchObject({ status: 401 })
})

test('arrivals and no-shows are counted by date, and only where arrivals were marked', async () => {
  const before = await statistics()
  expect(before.arrivals).toEqual([])
  const [today] = await app.db.selectFrom('event_dates').selectAll().where('date', '=', TODAY).execute()
  app.setClock(TODAY, '08:00')
  const [came, missed, later] = [
    await makeReservation(app, admin, today!, { status: 'APPROVED', time: '10:00' }),
    await makeReservation(app, admin, today!, { status: 'APPROVED', time: '10:00' }),
    await makeReservation(app, admin, today!, { status: 'APPROVED', time: '18:00' }),
  ]
  await admin.ok(markArrival, { params: { id: String(came.reservation.id) }, body: {} })
  app.setClock(TODAY, '10:30')
  // The meeting of 09:00 is also over, but no arrival of a meeting was marked.
  const both = { date: TODAY, arrived: { tours: 1, meetings: 0 }, no_shows: { tours: 1, meetings: null } }
  expect((await statistics()).arrivals).toEqual([both])
  expect((await statistics({ start_date: TOMORROW })).arrivals).toEqual([])
  const book = await admin.send(exportStatistics, { query: {} })
  const { rows } = readSheet(book.rawPayload, 8)
  expect(rows).toEqual([{ 날짜: TODAY, '투어 도착': 1, '미팅 도착': 0, '투어 미도착': 1 }])
  const list = readSheet((await admin.send(exportReservations, { query: {} })).rawPayload)
  const cell = ({ reservation }: typeof came) =>
    list.rows.find((row) => row['예약번호'] === reservation.id)!['도착']
  expect([came, missed, later].map(cell)).toEqual(['08:00', '미도착', undefined])
})

test('one test scan makes nobody else absent, and undone it leaves no trace', async () => {
  const [today] = await app.db.selectFrom('event_dates').selectAll().where('date', '=', TODAY).execute()
  app.setClock(TODAY, '08:00')
  const meeting = { kind: 'GROUP_MEETING', status: 'APPROVED', time: '11:00' } as const
  const scanned = await makeReservation(app, admin, today!, meeting)
  const others = [1, 2, 3].map(() => makeReservation(app, admin, today!, meeting))
  const { id } = (await Promise.all(others))[0]!.reservation
  const params = { id: String(scanned.reservation.id) }
  const { reservation } = await admin.ok(markArrival, { params, body: {} })
  app.setClock(TODAY, '12:00')
  const figures = async () => (await statistics()).arrivals[0]!
  expect(await figures()).toMatchObject({ arrived: { meetings: 1 }, no_shows: { meetings: null } })
  const list = readSheet((await admin.send(exportReservations, { query: {} })).rawPayload)
  expect(list.rows.find((row) => row['예약번호'] === id)!['도착']).toBeUndefined()
  await admin.ok(undoArrival, { params, body: { arrived_at: reservation.arrived_at! } })
  expect(await figures()).toMatchObject({ arrived: { meetings: 0 }, no_shows: { meetings: null } })
})

test('the figures name a deleted date, whose reservations they count', async () => {
  const later = await makeEventDate(app.db, '2026-11-22')
  await makeReservation(app, admin, later, { status: 'REJECTED' })
  await admin.ok(deleteEventDate, { body: { date: later.date } })
  expect((await statistics()).event_dates).toEqual([TODAY, TOMORROW, later.date])
  expect(await admin.ok(getClosingReport, {})).toMatchObject({ first_date: TODAY, last_date: later.date })
})
