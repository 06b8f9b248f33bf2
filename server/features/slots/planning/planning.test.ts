import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { copyDay, planSlots } from '../../../../contract/admin/slot-plan.ts'
import { detailsText } from '../../../../contract/text/audit-text.ts'
import { listRoomSlots, listTourSlots, lockTourSlots } from '../../../../contract/admin/slots.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeEventDate, makeRoom, makeRoomSlots, makeTourSlots } from '../../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)
type Made = { id: number; date: string }
let days: [Made, Made]
let docents: [{ id: number }, { id: number }]
let room: Awaited<ReturnType<typeof makeRoom>>

beforeEach(async () => {
  await app.db.deleteFrom('slots').execute()
  await app.db.deleteFrom('event_dates').execute()
  await app.db.deleteFrom('docents').execute()
  await app.db.deleteFrom('rooms').execute()
  days = [await makeEventDate(app.db), await makeEventDate(app.db, '2026-11-21')]
  docents = [await makeDocent(app.db), await makeDocent(app.db)]
  room = await makeRoom(app.db)
})

const LUNCH = [
  { start_time: '09:00', end_time: '12:00' },
  { start_time: '13:00', end_time: '17:00' },
]
const plan = (part: object = {}) => ({
  body: {
    kind: 'tour' as const,
    place_ids: docents.map(({ id }) => id),
    event_date_ids: days.map(({ id }) => id),
    windows: LUNCH,
    interval_minutes: 30,
    duration_minutes: 30,
    ...part,
  },
})
const copy = (part: object = {}) => ({ body: { from: days[0].date, to: [days[1].date], ...part } })
const tours = (date?: string) => admin.ok(listTourSlots, { query: { ...(date && { date }) } })
const rooms = (date?: string) => admin.ok(listRoomSlots, { query: { ...(date && { date }) } })
const TOO_MANY = '한 번에 최대 20,000개까지 추가할 수 있습니다. 날짜나 시간대를 나누어 추가해주세요.'

describe('slots for many', () => {
  test('are made for every docent on every date, with the lunch free, and each cell is told', async () => {
    const answer = await admin.ok(planSlots, plan())
    expect(answer).toEqual({
      message: '가용 시간 64개가 추가되었습니다.',
      created: 64,
      skipped: 0,
      results: days.flatMap((day) =>
        docents.map(({ id }) => ({
          place_id: id,
          event_date_id: day.id,
          created: 16,
          skipped: 0,
          why: null,
        })),
      ),
    })
    const ofOne = (await tours(TODAY)).filter(({ docent }) => docent.id === docents[0].id)
    expect(ofOne.map(({ time }) => time)).toEqual(
      expect.arrayContaining(['09:00', '12:00', '13:00', '17:00']),
    )
    expect(ofOne.map(({ time }) => time)).not.toContain('12:30')
    expect(ofOne.at(-1)).toMatchObject({ time: '17:00', end_time: '17:30', is_locked: false, held: false })
  })

  test('skip what would overlap, say why, and leave the rest of the day', async () => {
    await makeTourSlots(app.db, days[0], docents[0], '09:10')
    const { results, message, skipped } = await admin.ok(planSlots, plan())
    expect(message).toBe('가용 시간 62개가 추가되었습니다. 겹치는 시간 등 2개는 건너뛰었습니다.')
    expect(skipped).toBe(2)
    expect(results[0]).toMatchObject({ created: 14, skipped: 2, why: '겹치는 시간 2개' })
    expect(results.slice(1).map(({ why }) => why)).toEqual([null, null, null])
    expect(await admin.ok(planSlots, plan())).toMatchObject({ created: 0, skipped: 64 })
  })

  test('of rooms may overlap those of docents, and never their own', async () => {
    await admin.ok(planSlots, plan())
    const ofRoom = { kind: 'room', place_ids: [room.id, room.id], interval_minutes: 10, duration_minutes: 20 }
    const answer = await admin.ok(planSlots, plan({ ...ofRoom, windows: [LUNCH[0], LUNCH[0]] }))
    expect(answer).toMatchObject({ created: 20, skipped: 56 })
    expect(await rooms()).toHaveLength(20)
  })

  test('are counted and not made in a dry run, which leaves no trace', async () => {
    const entries = (await admin.ok(listAudit, { query: {} })).count
    expect(await admin.ok(planSlots, plan({ dry_run: true }))).toMatchObject({
      message: '가용 시간 64개를 추가할 수 있습니다.',
      created: 64,
    })
    expect(await tours()).toEqual([])
    expect((await admin.ok(listAudit, { query: {} })).count).toBe(entries)
    await admin.ok(planSlots, plan())
    const [entry] = (await admin.ok(listAudit, { query: {} })).results
    expect(detailsText(entry!.details)).toContain('시간대: 09:00 ~ 12:00, 13:00 ~ 17:00 · 간격(분): 30')
  })

  test.each([
    ['2026-10-25', ['01:30-02:00', '02:00-02:30', '02:30-02:00', '03:00-03:30'], null],
    ['2027-03-28', ['01:30-03:00', '03:00-03:30'], '그날 없거나 자정을 넘기는 시간 2개'],
  ])('on the night of %s keep to the clock', async (date, expected, why) => {
    const { id } = await makeEventDate(app.db, date)
    const night = { event_date_ids: [id], place_ids: [docents[0].id] }
    const windows = [{ start_time: '01:30', end_time: '03:00' }]
    const { results } = await admin.ok(planSlots, plan({ ...night, windows }))
    expect(results[0]!.why).toBe(why)
    expect((await tours(date)).map((slot) => `${slot.time}-${slot.end_time}`)).toEqual(expected)
  })

  test('end at midnight at the latest', async () => {
    const windows = [{ start_time: '23:30', end_time: '24:00' }]
    const { results } = await admin.ok(planSlots, plan({ windows, interval_minutes: 10 }))
    expect(results[0]).toMatchObject({ created: 1, skipped: 3 })
    expect((await tours(TODAY))[0]).toMatchObject({ time: '23:30', end_time: '24:00' })
  })

  test('are 20,000 at most', async () => {
    const places: number[] = []
    for (let n = 0; n < 50; n += 1) places.push((await makeRoom(app.db)).id)
    const minutes = { kind: 'room', place_ids: places, interval_minutes: 1, duration_minutes: 1 }
    const until = (end_time: string) => plan({ ...minutes, windows: [{ start_time: '09:00', end_time }] })
    const refusal = await admin.refused(planSlots, until('12:20'))
    expect(refusal).toMatchObject({ status: 400, fields: { windows: TOO_MANY } })
    expect(await admin.ok(planSlots, until('12:19'))).toMatchObject({ created: 20_000, skipped: 0 })
  })

  const ORDER = '시작 시간은 종료 시간보다 빨라야 합니다.'
  test.each([
    [{ place_ids: [] }, { place_ids: '도슨트나 미팅룸을 하나 이상 선택해주세요.' }],
    [{ event_date_ids: [] }, { event_date_ids: '날짜를 하나 이상 선택해주세요.' }],
    [{ windows: [] }, { windows: '시간대를 하나 이상 입력해주세요.' }],
    [{ windows: undefined }, { windows: '시간대를 하나 이상 입력해주세요.' }],
    [{ windows: [LUNCH[0], { start_time: '17:00', end_time: '13:00' }] }, { 'windows.1.start_time': ORDER }],
    [
      { windows: [{ start_time: 'x', end_time: '9' }] },
      {
        'windows.0.start_time': '올바른 시간을 입력해주세요.',
        'windows.0.end_time': '올바른 시간을 입력해주세요.',
      },
    ],
    [{ interval_minutes: 0 }, { interval_minutes: '간격은 1분 이상이어야 합니다.' }],
    [{ duration_minutes: 1441 }, { duration_minutes: '소요 시간은 1440분 이하여야 합니다.' }],
    [{ kind: 'hall' }, { kind: expect.any(String) }],
    [{ place_ids: [999_999] }, { place_ids: '등록되지 않은 도슨트가 포함되어 있습니다.' }],
    [{ kind: 'room' }, { place_ids: '등록되지 않은 미팅룸이 포함되어 있습니다.' }],
    [{ event_date_ids: [999_999] }, { event_date_ids: '유효하지 않은 날짜입니다.' }],
  ])('with %j make nothing at all', async (part, fields) => {
    const known = { place_ids: docents.map(({ id }) => id), event_date_ids: days.map(({ id }) => id) }
    const both = Object.fromEntries(
      Object.entries(part).map(([name, value]) => {
        const first = known[name as 'place_ids']
        return [name, first && Array.isArray(value) && value.length > 0 ? [...first, ...value] : value]
      }),
    )
    const refusal = await admin.refused(planSlots, plan(both))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
    expect(await tours()).toEqual([])
  })
})

describe('the copy of a day', () => {
  beforeEach(async () => {
    await makeTourSlots(app.db, days[0], docents[0], '09:00', '10:00')
    await makeTourSlots(app.db, days[0], docents[1], '15:00')
    await makeRoomSlots(app.db, days[0], room, '09:00', '09:10')
  })

  test('has all its times, docents and rooms, as long as they were and not locked', async () => {
    const ids = (await tours(TODAY)).map(({ id }) => id)
    await admin.ok(lockTourSlots, { body: { time_slot_ids: ids, action: 'lock' } })
    expect(await admin.ok(copyDay, copy())).toMatchObject({
      message: '가용 시간 5개가 추가되었습니다.',
      created: 5,
      skipped: 0,
      results: [
        {
          kind: 'tour',
          place_id: docents[0].id,
          event_date_id: days[1].id,
          created: 2,
          skipped: 0,
          why: null,
        },
        { kind: 'tour', place_id: docents[1].id, event_date_id: days[1].id, created: 1 },
        { kind: 'room', place_id: room.id, event_date_id: days[1].id, created: 2 },
      ],
    })
    const copied = await tours(days[1].date)
    expect(copied.map(({ time, duration, is_locked }) => [time, duration, is_locked])).toEqual([
      ['09:00', 25, false],
      ['10:00', 25, false],
      ['15:00', 25, false],
    ])
    expect(await rooms(days[1].date)).toHaveLength(2)
  })

  test('may be of tours or of rooms alone, goes to several dates, and skips what overlaps', async () => {
    const third = await makeEventDate(app.db, '2026-11-22')
    await makeRoomSlots(app.db, days[1], room, '09:05')
    const to = [days[1].date, third.date]
    expect(await admin.ok(copyDay, copy({ to, kind: 'room', dry_run: true }))).toMatchObject({
      message: '가용 시간 2개를 추가할 수 있습니다. 겹치는 시간 등 2개는 건너뜁니다.',
    })
    expect(await admin.ok(copyDay, copy({ to, kind: 'room' }))).toMatchObject({
      created: 2,
      skipped: 2,
      results: [{ created: 0, skipped: 2, why: '겹치는 시간 2개' }, { created: 2 }],
    })
    expect(await tours(third.date)).toEqual([])
  })

  test('leaves out what the night of summer time does not have', async () => {
    const spring = await makeEventDate(app.db, '2027-03-28')
    await makeTourSlots(app.db, days[0], docents[0], '02:30')
    const { results } = await admin.ok(copyDay, copy({ to: [spring.date], kind: 'tour' }))
    expect(results[0]).toMatchObject({ created: 2, skipped: 1, why: '그날 없거나 자정을 넘기는 시간 1개' })
  })

  test('is 20,000 times at most, and otherwise nothing', async () => {
    const whole = { start_time: '00:00', end_time: '23:59' }
    const minutes = { windows: [whole], interval_minutes: 1, duration_minutes: 1 }
    const one = { place_ids: [docents[1].id], event_date_ids: [days[1].id] }
    const from = days[1].date
    expect(await admin.ok(planSlots, plan({ ...one, ...minutes }))).toMatchObject({ created: 1440 })
    const to: string[] = []
    for (let day = 1; day <= 14; day += 1) to.push(`2027-01-${String(day).padStart(2, '0')}`)
    for (const date of to) await makeEventDate(app.db, date)
    const refusal = await admin.refused(copyDay, copy({ from, to, kind: 'tour' }))
    expect(refusal).toMatchObject({ status: 400, fields: { to: TOO_MANY } })
    expect(await tours(to[0])).toEqual([])
    const fewer = copy({ from, to: to.slice(1), kind: 'tour', dry_run: true })
    expect(await admin.ok(copyDay, fewer)).toMatchObject({ created: 13 * 1440 })
  })

  test('of a day without times makes nothing', async () => {
    expect(await admin.ok(copyDay, copy({ from: days[1].date, to: [days[0].date] }))).toMatchObject({
      created: 0,
      results: [],
    })
  })

  test.each([
    [{ from: '2030-01-01' }, { from: '유효하지 않은 날짜입니다.' }],
    [{ to: ['2026-11-21', '2030-01-01'] }, { to: '유효하지 않은 날짜입니다.' }],
    [{ to: [] }, { to: '날짜를 하나 이상 선택해주세요.' }],
    [{ to: [TODAY] }, { to: '복사할 날짜와 다른 날짜를 선택해주세요.' }],
  ])('with %j makes nothing at all', async (part, fields) => {
    expect((await admin.refused(copyDay, copy(part))).fields).toEqual(fields)
    expect(await tours()).toHaveLength(3)
  })
})
