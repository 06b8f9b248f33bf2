import { beforeEach, describe, expect, test } from 'vitest'
import { listEventDates } from '../../../contract/event-date.ts'
import {
  addEventDate,
  addEventDates,
  countEventDates,
  deleteEventDate,
  deleteEventDates,
  listEventDatesAsAdmin,
} from '../../../contract/admin/event-dates.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { makeEventDate, makeVisitor } from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)

beforeEach(async () => {
  await app.db.deleteFrom('event_dates').execute()
})

const dates = async () => (await admin.ok(listEventDatesAsAdmin, {})).map(({ date }) => date)
const add = (date: string) => ({ body: { date } })

describe('one day', () => {
  test('is added and seen by visitors at once', async () => {
    const { browser } = await makeVisitor(app)
    expect(await browser.ok(listEventDates, {})).toEqual([])
    const { message, event_date } = await admin.ok(addEventDate, add('2026-11-22'))
    expect(message).toBe('날짜가 추가되었습니다.')
    await admin.ok(addEventDate, add('2026-11-21'))
    expect(await browser.ok(listEventDates, {})).toEqual([
      { id: expect.any(Number), date: '2026-11-21' },
      event_date,
    ])
    expect(await dates()).toEqual(['2026-11-21', '2026-11-22'])
  })

  test('that is there already is refused', async () => {
    await admin.ok(addEventDate, add(TODAY))
    expect(await admin.refused(addEventDate, add(TODAY))).toMatchObject({
      status: 409,
      code: 'date_exists',
      error: '이미 등록된 날짜입니다.',
    })
  })

  test("may be today, Madrid's today, and not the day before", async () => {
    app.setClock('2026-07-01', '00:30')
    expect((await admin.refused(addEventDate, add('2026-06-30'))).fields).toEqual({
      date: '시작일은 오늘 이후여야 합니다.',
    })
    await admin.ok(addEventDate, add('2026-07-01'))
  })

  test.each(['', 'tomorrow', '2026-02-30', '2026-1-1', '3000-01-01', '9999-12-31', null, 20261121, {}])(
    '%j is no day',
    async (date) => {
      expect(await admin.refused(addEventDate, add(date as string))).toMatchObject({
        status: 400,
        fields: { date: '유효하지 않은 날짜입니다.' },
      })
    },
  )
})

describe('a range of days', () => {
  const range = (start_date: unknown, end_date: unknown) => ({
    body: { start_date: start_date as string, end_date: end_date as string },
  })

  test('is added, without those that are there, over the end of a year and a change of the clock', async () => {
    await makeEventDate(app.db, '2027-01-01')
    expect(await admin.ok(addEventDates, range('2026-12-30', '2027-01-02'))).toEqual({
      message: '날짜가 일괄 추가되었습니다.',
      created: 3,
      skipped: 1,
    })
    expect(await dates()).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
    expect(await admin.ok(addEventDates, range('2027-03-27', '2027-03-29'))).toMatchObject({ created: 3 })
    expect(await admin.ok(addEventDates, range('2027-03-27', '2027-03-27'))).toMatchObject({
      created: 0,
      skipped: 1,
    })
  })

  test('has 366 days at most', async () => {
    expect(await admin.ok(addEventDates, range(TODAY, '2027-11-20'))).toMatchObject({ created: 366 })
    expect((await admin.refused(addEventDates, range(TODAY, '2027-11-21'))).fields).toEqual({
      end_date: '한 번에 최대 366일까지 추가할 수 있습니다.',
    })
    expect((await admin.refused(addEventDates, range(TODAY, '2999-12-31'))).status).toBe(400)
  })

  const BOTH = '시작일과 종료일을 모두 선택해주세요.'
  const INVALID = '유효하지 않은 날짜입니다.'
  test.each([
    [undefined, undefined, { start_date: BOTH, end_date: BOTH }],
    ['', '2026-11-21', { start_date: BOTH }],
    ['2026-11-21', null, { end_date: BOTH }],
    ['2026-11-22', '2026-11-21', { end_date: '종료일은 시작일 이후여야 합니다.' }],
    ['2026-11-19', '2026-11-21', { start_date: '시작일은 오늘 이후여야 합니다.' }],
    ['2026-13-01', '2026-11-21', { start_date: INVALID }],
    ['9999-12-31', '9999-12-31', { start_date: INVALID, end_date: INVALID }],
  ])('from %j to %j is refused by field', async (start, end, fields) => {
    const refusal = await admin.refused(addEventDates, range(start, end))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
    expect(await dates()).toEqual([])
  })
})

describe('deleting', () => {
  beforeEach(async () => {
    for (const date of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
      await makeEventDate(app.db, date)
  })

  test('one, some, all', async () => {
    expect(await admin.ok(deleteEventDate, { body: { date: '2026-11-21' } })).toEqual({
      message: '2026년 11월 21일 (토) 날짜가 삭제되었습니다.',
      deleted: 1,
    })
    expect(
      await admin.ok(deleteEventDates, { body: { dates: ['2026-11-20', '2026-11-22', '2026-12-24'] } }),
    ).toEqual({ message: '선택한 2개의 날짜가 삭제되었습니다.', deleted: 2 })
    expect(await dates()).toEqual(['2026-11-23'])
    expect(await admin.ok(deleteEventDate, { body: { delete_all: true } })).toEqual({
      message: '모든 날짜가 삭제되었습니다.',
      deleted: 1,
    })
    expect(await dates()).toEqual([])
  })

  test('one that is not there is 404', async () => {
    expect(await admin.refused(deleteEventDate, { body: { date: '2026-12-24' } })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  })

  test.each([{}, { delete_all: false }, { date: TODAY, delete_all: true }, { date: 'all' }])(
    'what is unclear, %j, deletes nothing',
    async (body) => {
      expect(await admin.refused(deleteEventDate, { body })).toMatchObject({
        status: 400,
        fields: { date: expect.any(String) },
      })
      expect(await dates()).toHaveLength(4)
    },
  )

  test('an empty choice is not all', async () => {
    for (const body of [{ dates: [] }, {}, { dates: null }])
      expect((await admin.refused(deleteEventDates, { body: body as { dates: string[] } })).fields).toEqual({
        dates: '삭제할 날짜를 선택해주세요.',
      })
    expect(await admin.send(deleteEventDate, {} as never)).toMatchObject({ statusCode: 400 })
    expect(await admin.send(deleteEventDates, {} as never)).toMatchObject({ statusCode: 400 })
    expect(await dates()).toHaveLength(4)
  })
})

test('each day says how many slots it has, and how many reservations are still to take place', async () => {
  const [today, tomorrow] = [await makeEventDate(app.db), await makeEventDate(app.db, '2026-11-21')]
  await makeReservation(app, admin, today, { status: 'APPROVED' })
  await makeReservation(app, admin, today, { kind: 'GROUP_MEETING', time: '12:00' })
  await makeReservation(app, admin, today, { status: 'REJECTED' })
  await makeReservation(app, admin, tomorrow, { status: 'CANCEL_REQUESTED' })
  const first = { ...today, tour_slots: 2, room_slots: 3, reservations: 2 }
  const second = { ...tomorrow, tour_slots: 1, room_slots: 0, reservations: 1 }
  expect(await admin.ok(countEventDates, {})).toEqual([first, second])
  app.setClock(TODAY, '11:00')
  expect(await admin.ok(countEventDates, {})).toEqual([{ ...first, reservations: 1 }, second])
})
