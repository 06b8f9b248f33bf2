import { beforeEach, describe, expect, test } from 'vitest'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import {
  addRoomSlots,
  addTourSlot,
  addTourSlots,
  listRoomSlots,
  listSlotTimes,
  listTourSlots,
  lockTourSlots,
} from '../../../contract/admin/slots.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import {
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
} from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
const otherDay = useEventDate(app, '2026-11-21')
let docent: Awaited<ReturnType<typeof makeDocent>>
let room: Awaited<ReturnType<typeof makeRoom>>

beforeEach(async () => {
  docent = await makeDocent(app.db)
  room = await makeRoom(app.db)
})

const plan = (part: object = {}) => ({
  event_date_id: day.id,
  start_time: '09:00',
  end_time: '10:00',
  interval_minutes: 30,
  duration: 25,
  ...part,
})
const addTours = (part: object = {}) =>
  admin.ok(addTourSlots, { body: { docent_id: docent.id, ...plan(part) } })
const addRooms = (part: object = {}) => admin.ok(addRoomSlots, { body: { room_id: room.id, ...plan(part) } })
const spans = (slots: { time: string; end_time: string }[]) =>
  slots.map((slot) => `${slot.time}-${slot.end_time}`)
const tours = async (date?: string) =>
  spans(await admin.ok(listTourSlots, { query: { docent_id: String(docent.id), ...(date && { date }) } }))

describe('adding slots at an interval', () => {
  test('makes them up to the last start, and visitors see them', async () => {
    expect(await addTours()).toEqual({
      message: '가용 시간 3개가 추가되었습니다.',
      created: 3,
      skipped: 0,
    })
    expect(await tours()).toEqual(['09:00-09:25', '09:30-09:55', '10:00-10:25'])
    expect(await addRooms({ interval_minutes: 10, duration: 10 })).toMatchObject({ created: 7, skipped: 0 })
    const { browser } = await makeVisitor(app)
    const { tour_schedule, room_schedule } = await browser.ok(getSchedule, { query: { date: TODAY } })
    expect(tour_schedule.find((row) => row.docent.id === docent.id)!.time_slots).toHaveLength(3)
    expect(room_schedule.find((row) => row.room.id === room.id)!.time_slots).toHaveLength(7)
  })

  test('skips what would overlap a slot that is there, or one of its own', async () => {
    await makeTourSlots(app.db, day, docent, '09:10')
    await makeTourSlots(app.db, otherDay, docent, '10:00')
    expect(await addTours()).toMatchObject({ created: 1, skipped: 2 })
    expect(await tours(TODAY)).toEqual(['09:10-09:35', '10:00-10:25'])
    expect(await addRooms({ interval_minutes: 10, duration: 25 })).toMatchObject({ created: 3, skipped: 4 })
  })

  test.each([
    ['2026-10-25', '01:30', '03:00', 30, ['01:30-02:00', '02:00-02:30', '02:30-02:00', '03:00-03:30']],
    ['2027-03-28', '01:30', '03:00', 30, ['01:30-03:00', '03:00-03:30']],
    ['2026-12-01', '23:30', '24:00', 15, ['23:30-23:45', '23:45-24:00']],
  ])('on %s from %s to %s keeps to the clock', async (date, start_time, end_time, minutes, expected) => {
    const { id } = await makeEventDate(app.db, date)
    await addTours({
      event_date_id: id,
      start_time,
      end_time,
      interval_minutes: minutes,
      duration: minutes,
    })
    expect(await tours()).toEqual(expected)
  })

  test('makes 500 at most', async () => {
    const form = { start_time: '09:00', interval_minutes: 1, duration: 1 }
    expect(
      (
        await admin.refused(addTourSlots, {
          body: { docent_id: docent.id, ...plan({ ...form, end_time: '17:20' }) },
        })
      ).fields,
    ).toEqual({ interval_minutes: '한 번에 최대 500개까지 추가할 수 있습니다.' })
    expect(await addTours({ ...form, end_time: '17:19' })).toMatchObject({ created: 500 })
  })

  test('by two administrators at once makes each slot once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => addTours({ interval_minutes: 10, duration: 10, end_time: '12:00' })),
    )
    expect(answers.map(({ created }) => created).sort((a, b) => b - a)).toEqual([19, 0, 0, 0, 0, 0, 0, 0])
    expect(await tours()).toHaveLength(19)
  })

  const CHOOSE = '리소스와 날짜를 선택해주세요.'
  const TIME = '올바른 시간을 입력해주세요.'
  test.each([
    [{ docent_id: null }, { docent_id: CHOOSE }],
    [{ docent_id: 999_999 }, { docent_id: '도슨트를 선택해주세요.' }],
    [{ event_date_id: undefined }, { event_date_id: CHOOSE }],
    [{ event_date_id: 999_999 }, { event_date_id: '유효하지 않은 날짜입니다.' }],
    [{ start_time: '10:00' }, { start_time: '시작 시간은 종료 시간보다 빨라야 합니다.' }],
    [{ start_time: '11:00' }, { start_time: '시작 시간은 종료 시간보다 빨라야 합니다.' }],
    [{ start_time: '24:00' }, { start_time: TIME }],
    [{ start_time: '9:00' }, { start_time: TIME }],
    [{ end_time: '' }, { end_time: TIME }],
    [{ interval_minutes: 0 }, { interval_minutes: '간격은 1분 이상이어야 합니다.' }],
    [{ interval_minutes: 1e12 }, { interval_minutes: '간격은 1440분 이하여야 합니다.' }],
    [{ duration: 0 }, { duration: '소요 시간은 1분 이상이어야 합니다.' }],
    [{ duration: 1.5 }, { duration: '소요 시간은 1분 이상이어야 합니다.' }],
    [{ duration: 1441 }, { duration: '소요 시간은 1440분 이하여야 합니다.' }],
  ])('with %j is refused by field', async (part, fields) => {
    const body = { docent_id: docent.id, ...plan(), ...part } as never
    const refusal = await admin.refused(addTourSlots, { body })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
    expect(await tours()).toEqual([])
  })

  test('in a room that is not there is refused', async () => {
    const body = { room_id: docent.id + 999_999, ...plan() }
    expect((await admin.refused(addRoomSlots, { body })).fields).toEqual({
      room_id: '미팅룸을 선택해주세요.',
    })
  })
})

describe('adding one slot', () => {
  const one = (part: object = {}) => ({
    body: { docent_id: docent.id, event_date_id: day.id, time: '09:00', duration: 25, ...part },
  })

  test('answers it', async () => {
    expect(await admin.ok(addTourSlot, one())).toEqual({
      message: '가용 시간이 추가되었습니다.',
      slot: {
        id: expect.any(Number),
        docent,
        event_date: day,
        time: '09:00',
        end_time: '09:25',
        duration: 25,
        is_locked: false,
        available: true,
      },
    })
  })

  test('over another one is refused; touching is not', async () => {
    await makeTourSlots(app.db, day, docent, '09:00')
    for (const part of [
      {},
      { time: '08:40' },
      { time: '09:24', duration: 1 },
      { time: '08:00', duration: 120 },
    ])
      expect(await admin.refused(addTourSlot, one(part))).toMatchObject({
        status: 409,
        code: 'slot_overlap',
        error: '이미 등록된 시간과 겹칩니다.',
      })
    await admin.ok(addTourSlot, one({ time: '09:25' }))
    await admin.ok(addTourSlot, one({ time: '08:35' }))
    await admin.ok(addTourSlot, one({ event_date_id: otherDay.id }))
  })

  test('eight times at once succeeds once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.send(addTourSlot, one())))
    const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array<number>(7).fill(409)])
  })

  test.each([
    ['2027-03-29', '02:30', 10, 201],
    ['2028-03-26', '02:30', 10, 400],
    ['2026-12-02', '23:50', 10, 201],
    ['2026-12-03', '23:51', 10, 400],
  ])('on %s at %s for %i minutes answers %i', async (date, time, duration, status) => {
    const { id } = await makeEventDate(app.db, date)
    const answer = await admin.send(addTourSlot, one({ event_date_id: id, time, duration }))
    expect(answer.statusCode).toBe(status)
    if (status === 400) expect(answer.json().fields).toEqual({ time: expect.stringContaining('시간입니다.') })
  })

  test.each([
    [{ time: '24:00' }, { time: '올바른 시간을 입력해주세요.' }],
    [{ time: undefined }, { time: '올바른 시간을 입력해주세요.' }],
    [{ docent_id: 999_999 }, { docent_id: '도슨트를 선택해주세요.' }],
    [{ event_date_id: 999_999 }, { event_date_id: '유효하지 않은 날짜입니다.' }],
    [{ duration: 0 }, { duration: '소요 시간은 1분 이상이어야 합니다.' }],
  ])('with %j is refused by field', async (part, fields) => {
    const refusal = await admin.refused(addTourSlot, one(part))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
  })
})

test('equal days share one pattern of times, and a change shows at once', async () => {
  const short = async () => {
    const { patterns, days } = await admin.ok(listSlotTimes, { query: { kind: 'tour' } })
    expect(new Set(patterns).size).toBe(patterns.length)
    const own = days.filter(({ place_id }) => place_id === docent.id)
    return own.map(({ event_date_id, pattern }) => [event_date_id, patterns[pattern]])
  }
  await makeTourSlots(app.db, day, docent, '09:30', '09:00')
  await makeTourSlots(app.db, otherDay, docent, '09:00', '09:30')
  const [once, more] = ['09:00+25 09:30+25', '09:00+25 09:30+25 11:00+25']
  expect(await short()).toEqual([
    [day.id, once],
    [otherDay.id, once],
  ])
  const at = { docent_id: docent.id, event_date_id: day.id, time: '11:00', duration: 25 }
  await admin.ok(addTourSlot, { body: at })
  expect(await short()).toEqual([
    [day.id, more],
    [otherDay.id, once],
  ])
})

test('a day of a docent is locked when all its slots are, which shows at once', async () => {
  const slots = await makeTourSlots(app.db, day, docent, '09:00', '09:30')
  const isLocked = async () => {
    const { days } = await admin.ok(listSlotTimes, { query: { kind: 'tour' } })
    return days.find(({ place_id }) => place_id === docent.id)?.is_locked
  }
  expect(await isLocked()).toBe(false)
  for (const [i, { id }] of slots.entries()) {
    await admin.ok(lockTourSlots, { body: { time_slot_ids: [id], action: 'lock' } })
    expect(await isLocked()).toBe(i === 1)
  }
})

describe('the list', () => {
  test('is narrowed by docent, room and date, and never mixes tours with rooms', async () => {
    await makeTourSlots(app.db, day, docent, '09:00')
    await makeTourSlots(app.db, otherDay, docent, '09:00')
    const [slot] = await makeRoomSlots(app.db, day, room, '09:00')
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot!.id).execute()
    expect(await tours()).toHaveLength(2)
    expect(await tours(otherDay.date)).toHaveLength(1)
    expect(await tours('2031-01-01')).toEqual([])
    expect(await admin.ok(listRoomSlots, { query: { room_id: String(room.id), date: TODAY } })).toEqual([
      {
        id: slot!.id,
        room,
        event_date: day,
        time: '09:00',
        end_time: '09:10',
        duration: 10,
        is_locked: true,
        available: false,
        held: false,
      },
    ])
    expect((await admin.ok(listRoomSlots, { query: {} })).length).toBeGreaterThan(0)
    expect((await admin.ok(listTourSlots, { query: { date: TODAY } })).length).toBeGreaterThan(0)
    expect((await admin.refused(listTourSlots, { query: { date: 'x' } })).status).toBe(400)
  })

  test('says of a locked slot whether it is booked', async () => {
    const { reservation, slots } = await makeReservation(app, admin, day)
    await admin.ok(lockTourSlots, { body: { time_slot_ids: [slots[0]!.id], action: 'lock' } })
    const listed = async () =>
      (await admin.ok(listTourSlots, { query: {} })).filter(({ id }) => id === slots[0]!.id)
    expect(await listed()).toMatchObject([{ is_locked: true, available: false, held: true }])
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect(await listed()).toMatchObject([{ is_locked: true, available: false, held: false }])
  })
})
