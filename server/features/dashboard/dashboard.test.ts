import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getDashboard, getStats, waitingOf, type Dashboard } from '../../../contract/admin/dashboard.ts'
import { reserveMeeting } from '../../../contract/booking.ts'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import type { QueuePart } from '../../../domain/queue-part.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeVisitor,
  meetingParty,
} from '../../../test/make.ts'
import { cancelRequest, decision, makeManyTours, makeReservation } from '../../../test/make-reservation.ts'
import { meetingForm } from '../../../test/make-waiting.ts'

const TOMORROW = '2026-11-21'
const NOTHING = {
  pending_tours: 0,
  pending_meetings: 0,
  cancel_requested_tours: 0,
  cancel_requested_meetings: 0,
  today_tours: 0,
  today_meetings: 0,
  completed_tours: 0,
  completed_meetings: 0,
}

const app = useTestApp()
const admin = useAdmin(app)
const ids: Record<string, number> = {}
const nameOf = (id: number) => Object.keys(ids).find((name) => ids[name] === id)

const named = (days: Dashboard['reservations']['pending']) =>
  days.map(({ date, tours, meetings }) => [date, ...[...tours, ...meetings].map(({ id }) => nameOf(id))])

test('an event that has only begun to be set up shows zeros and empty lists', async () => {
  const empty = {
    pending: [],
    cancel_requested: [],
    approved: [],
    completed: [],
    rejected: [],
    cancelled: [],
  }
  expect(await admin.ok(getDashboard, { query: {} })).toEqual({
    dates: [],
    docents: [],
    rooms: [],
    stats: NOTHING,
    member_tiers: [],
    reservations: empty,
  })
  expect(await admin.ok(getStats, {})).toEqual(NOTHING)
})

describe('with reservations of every status on two days', () => {
  beforeAll(async () => {
    const tomorrow = await makeEventDate(app.db, TOMORROW)
    const today = await makeEventDate(app.db)
    for (const [name, day, kind, status, time] of [
      ['tour waits', today, 'VIP_TOUR', 'PENDING', '10:00'],
      ['tour approved late', today, 'VIP_TOUR', 'APPROVED', '14:00'],
      ['tour approved early', today, 'VIP_TOUR', 'APPROVED', '10:00'],
      ['tour to cancel', today, 'VIP_TOUR', 'CANCEL_REQUESTED', '11:00'],
      ['tour done', today, 'VIP_TOUR', 'COMPLETED', '09:00'],
      ['tour rejected', today, 'VIP_TOUR', 'REJECTED', '10:00'],
      ['tour cancelled', today, 'VIP_TOUR', 'CANCELLED', '10:00'],
      ['meeting approved', today, 'GROUP_MEETING', 'APPROVED', '10:00'],
      ['meeting rejected', today, 'GROUP_MEETING', 'REJECTED', '10:00'],
      ['tour waits tomorrow', tomorrow, 'VIP_TOUR', 'PENDING', '10:00'],
      ['meeting waits tomorrow', tomorrow, 'GROUP_MEETING', 'PENDING', '09:00'],
      ['meeting also waits tomorrow', tomorrow, 'GROUP_MEETING', 'PENDING', '10:00'],
      ['meeting to cancel tomorrow', tomorrow, 'GROUP_MEETING', 'CANCEL_REQUESTED', '10:00'],
      ['meeting done tomorrow', tomorrow, 'GROUP_MEETING', 'COMPLETED', '10:00'],
    ] as const) {
      const { reservation } = await makeReservation(app, admin, day, { kind, status, time })
      ids[name] = reservation.id
    }
  })

  test('each is in the list of its status, by date, in order of time', async () => {
    const { dates, docents, rooms, reservations } = await admin.ok(getDashboard, { query: {} })
    expect(dates.map(({ date }) => date)).toEqual([TODAY, TOMORROW])
    expect([docents.length, rooms.length]).toEqual([8, 6])
    expect(named(reservations.pending)).toEqual([
      [TODAY, 'tour waits'],
      [TOMORROW, 'tour waits tomorrow', 'meeting waits tomorrow', 'meeting also waits tomorrow'],
    ])
    expect(named(reservations.approved)).toEqual([
      [TODAY, 'tour approved early', 'tour approved late', 'meeting approved'],
    ])
    expect(named(reservations.cancel_requested)).toEqual([
      [TODAY, 'tour to cancel'],
      [TOMORROW, 'meeting to cancel tomorrow'],
    ])
    expect(named(reservations.completed)).toEqual([
      [TODAY, 'tour done'],
      [TOMORROW, 'meeting done tomorrow'],
    ])
    expect(named(reservations.rejected)).toEqual([[TODAY, 'tour rejected', 'meeting rejected']])
    expect(named(reservations.cancelled)).toEqual([[TODAY, 'tour cancelled']])
  })

  test('the counters count what waits and what is over on all days, and what takes place today', async () => {
    const stats = await admin.ok(getStats, {})
    expect(stats).toEqual({
      pending_tours: 2,
      pending_meetings: 2,
      cancel_requested_tours: 1,
      cancel_requested_meetings: 1,
      today_tours: 4,
      today_meetings: 1,
      completed_tours: 1,
      completed_meetings: 1,
    })
    expect((await admin.ok(getDashboard, { query: {} })).stats).toEqual(stats)
  })

  test.each([
    [TODAY, '10:24', { today_tours: 4, today_meetings: 1, completed_tours: 1, completed_meetings: 1 }],
    [TODAY, '10:25', { today_tours: 4, today_meetings: 1, completed_tours: 2, completed_meetings: 1 }],
    [TODAY, '10:30', { today_tours: 4, today_meetings: 1, completed_tours: 2, completed_meetings: 2 }],
    [TODAY, '23:59', { today_tours: 4, today_meetings: 1, completed_tours: 3, completed_meetings: 2 }],
    [TOMORROW, '00:00', { today_tours: 0, today_meetings: 2, completed_tours: 3, completed_meetings: 2 }],
  ])('on %s at %s what is over by the clock counts as completed: %o', async (date, time, expected) => {
    app.setClock(date, time)
    const { browser } = await makeAdmin(app)
    const stats = await browser.ok(getStats, {})
    expect(stats).toMatchObject(expected)
    const dashboard = await browser.ok(getDashboard, { query: {} })
    expect(dashboard.stats).toEqual(stats)
    const completed = dashboard.reservations.completed.flatMap(({ tours, meetings }) => [
      ...tours,
      ...meetings,
    ])
    expect(completed).toHaveLength(stats.completed_tours + stats.completed_meetings)
    for (const reservation of completed) expect(reservation.can_cancel).toBe(false)
  })

  test('what can be cancelled says so to the administrator', async () => {
    const { reservations } = await admin.ok(getDashboard, { query: {} })
    const canCancel = (days: Dashboard['reservations']['pending']) =>
      new Set(days.flatMap(({ tours, meetings }) => [...tours, ...meetings]).map((each) => each.can_cancel))
    expect(canCancel(reservations.pending)).toEqual(new Set([true]))
    expect(canCancel(reservations.approved)).toEqual(new Set([true]))
    expect(canCancel(reservations.cancel_requested)).toEqual(new Set([false]))
  })

  test('an approval moves one from the waiting to the approved', async () => {
    const id = ids['tour waits']!
    await admin.ok(actOnReservation, decision({ id, type: 'VIP_TOUR' }, 'approve'))
    const { stats, reservations } = await admin.ok(getDashboard, { query: {} })
    expect(stats).toMatchObject({ pending_tours: 1, today_tours: 5 })
    expect(named(reservations.approved)[0]).toContain('tour waits')
    expect(named(reservations.pending)).toEqual([expect.not.arrayContaining(['tour waits'])])
  })
})

test('shows the tier only of members with a waiting request', async () => {
  const day = await makeEventDate(app.db, '2026-11-22')
  await makeReservation(app, admin, day)
  const [vip, vvip, done] = [
    await makeReservation(app, admin, day),
    await makeReservation(app, admin, day, { status: 'CANCEL_REQUESTED' }),
    await makeReservation(app, admin, day, { status: 'APPROVED' }),
  ]
  const tier = (of: typeof vip, is_vvip: boolean) =>
    app.db.updateTable('members').set({ is_vip: true, is_vvip }).where('id', '=', of.member.id).execute()
  await Promise.all([tier(vip, false), tier(vvip, true), tier(done, true)])
  const { member_tiers } = await admin.ok(getDashboard, { query: {} })
  expect(member_tiers).toEqual([
    { id: vip.member.id, is_vip: true, is_vvip: false },
    { id: vvip.member.id, is_vip: true, is_vvip: true },
  ])
})

describe('a page of what waits', () => {
  const [QUEUE_DAY, LATER] = ['2026-12-01', '2026-12-02']
  type Query = CallInput<typeof getDashboard>['query']
  const read = (query: Query = {}) => admin.ok(getDashboard, { query: { page: '1', ...query } })
  const idsOf = (page: Dashboard) => waitingOf(page).map(({ id }) => id)
  async function namesOf(query: Query = {}) {
    const names: (string | undefined)[] = []
    for (let page = 1; ; page += 1) {
      const found = await read({ ...query, page: String(page), page_size: '1' })
      names.push(...idsOf(found).map(nameOf))
      if (page >= found.count!) return names
    }
  }
  let days: { id: number; date: string }[]

  beforeAll(async () => {
    const left = waitingOf(await admin.ok(getDashboard, { query: {} })).map(({ id }) => id)
    for (const action of ['reject', 'approve_cancellation'] as const)
      await admin.ok(decideReservations, { body: { action, reservation_ids: left, reason: '정리' } })
    days = [await makeEventDate(app.db, QUEUE_DAY), await makeEventDate(app.db, LATER)]
    for (const [name, day, kind, status, time] of [
      ['later', days[1]!, 'VIP_TOUR', 'PENDING', '09:00'],
      ['late', days[0]!, 'GROUP_MEETING', 'PENDING', '15:00'],
      ['to cancel', days[0]!, 'VIP_TOUR', 'CANCEL_REQUESTED', '12:00'],
      ['early', days[0]!, 'VIP_TOUR', 'PENDING', '10:00'],
      ['agreed', days[0]!, 'VIP_TOUR', 'APPROVED', '10:00'],
    ] as const) {
      app.passMinutes(1)
      const { reservation, member } = await makeReservation(app, admin, day, { kind, status, time })
      ids[name] = reservation.id
      if (name === 'early')
        await app.db.updateTable('members').set({ is_vip: true }).where('id', '=', member.id).execute()
    }
    const same = { of: ids['early']!, other: ids['agreed']! }
    await sql`update reservations set visitor = visitor || '{"company":"새봄 로봇"}' where id = ${same.of}`.execute(
      app.db,
    )
    await sql`update reservations set visitor = visitor || '{"company":"새봄-로봇"}',
      member_id = (select member_id from reservations where id = ${same.of}) where id = ${same.other}`.execute(
      app.db,
    )
  })

  test('lists waiting requests by date and start, tours and meetings together', async () => {
    expect(await namesOf()).toEqual(['early', 'to cancel', 'late', 'later'])
    const { reservations, count, queue } = await read()
    expect(named(reservations.pending)).toEqual([
      [QUEUE_DAY, 'early', 'late'],
      [LATER, 'later'],
    ])
    expect(named(reservations.cancel_requested)).toEqual([[QUEUE_DAY, 'to cancel']])
    const { approved, completed, rejected, cancelled } = reservations
    expect([...approved, ...completed, ...rejected, ...cancelled]).toEqual([])
    expect(count).toBe(4)
    expect(queue).toMatchObject({
      has_reservations: true,
      coming: 4,
      past: 0,
      days: [
        { date: QUEUE_DAY, count: 3 },
        { date: LATER, count: 1 },
      ],
    })
  })

  test('has the same dates, docents, rooms and counters as the full dashboard', async () => {
    const { dates, docents, rooms, stats } = await admin.ok(getDashboard, { query: {} })
    expect(await read({ search: '아무도아닌' })).toMatchObject({ dates, docents, rooms, stats })
  })

  test('can be sorted by waiting time, for a cancellation request since it was made', async () => {
    expect(await namesOf({ order: 'waiting' })).toEqual(['later', 'late', 'to cancel', 'early'])
    expect(await namesOf({ order: 'waiting', date: QUEUE_DAY })).toEqual(['late', 'to cancel', 'early'])
  })

  test('filters by date and search, and counts the matches', async () => {
    const found = await read({ search: '새봄로봇' })
    expect(idsOf(found).map(nameOf)).toEqual(['early'])
    expect(found.count).toBe(1)
    expect(found.queue).toMatchObject({ coming: 4, days: [{ date: QUEUE_DAY, count: 1 }] })
    expect((await read({ search: '새봄로봇', date: LATER })).count).toBe(0)
    expect((await read({ date: LATER })).count).toBe(1)
  })

  test('says what competes with each: its company on that date, its member at that time; and the tiers', async () => {
    const { queue, member_tiers, reservations } = await read()
    const rivals = Object.fromEntries(
      queue!.competing.map(({ id, company, overlapping }) => [nameOf(id), [company, overlapping]]),
    )
    // The other two have the company of all test visitors.
    expect(rivals).toEqual({ early: [1, 1], 'to cancel': [1, 0], late: [1, 0], later: [0, 0] })
    const [early] = reservations.pending[0]!.tours
    expect(member_tiers).toEqual([{ id: early!.user!.id, is_vip: true, is_vvip: false }])
  })

  test('can hide what waited past its end, requests and cancellation requests apart, or all others', async () => {
    app.setClock(QUEUE_DAY, '16:00')
    const { browser } = await makeAdmin(app)
    const readPart = async (part?: QueuePart) => {
      const page = await browser.ok(getDashboard, { query: { page: '1', ...(part && { part }) } })
      return { names: idsOf(page).map(nameOf), count: page.count, queue: page.queue }
    }
    const counts = {
      coming: 1,
      past: 2,
      past_cancellations: 1,
      days: [{ date: LATER, count: 1 }],
    }
    expect(await readPart('coming')).toMatchObject({ names: ['later'], count: 1, queue: counts })
    expect(await readPart('past')).toMatchObject({
      names: ['early', 'late'],
      count: 2,
      queue: counts,
    })
    expect(await readPart('past_cancellations')).toMatchObject({
      names: ['to cancel'],
      count: 1,
      queue: counts,
    })
    expect(await readPart()).toMatchObject({ count: 4, queue: counts })
  })

  test('has the requested size within limits, and each request is on one page', async () => {
    const { member } = await makeVisitor(app)
    const docent = await makeDocent(app.db)
    await makeManyTours(app, { docent, member, day: days[1]!, status: 'PENDING', count: 230 })
    for (const order of ['start', 'waiting'] as const) {
      const pages = []
      for (const page of ['1', '2', '3', '4']) pages.push(await read({ order, page, page_size: '90' }))
      expect(pages.map((page) => idsOf(page).length)).toEqual([90, 90, 54, 0])
      expect(new Set(pages.flatMap(idsOf)).size).toBe(234)
      expect(pages.map(({ count }) => count)).toEqual([234, 234, 234, 234])
    }
    expect(idsOf(await read())).toHaveLength(PAGE_SIZE.usual)
    for (const query of [
      { page: '0' },
      { page_size: '0' },
      { page_size: '2001' },
      { order: 'id' as 'start' },
    ])
      expect((await admin.send(getDashboard, { query: { page: '1', ...query } })).statusCode).toBe(400)
  })

  test('that has not changed is not sent again, and after a decision it is', async () => {
    const ask = (tag: string) => admin.send(getDashboard, { query: { page: '1' } }, { 'if-none-match': tag })
    const first = await ask('')
    const tag = String(first.headers['etag'])
    expect((await ask(tag)).statusCode).toBe(304)
    await admin.ok(actOnReservation, decision({ id: ids['early']!, type: 'VIP_TOUR' }, 'approve'))
    expect((await ask(tag)).statusCode).toBe(200)
  })
})

test('a dashboard that has not changed is not sent again', async () => {
  const first = await admin.send(getDashboard, { query: {} })
  expect(first.headers['cache-control']).toBe('no-store')
  const again = await admin.send(
    getDashboard,
    { query: {} },
    { 'if-none-match': String(first.headers['etag']) },
  )
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the queue marks who holds more than half of the room time of a day', async () => {
  const day = await makeEventDate(app.db, '2026-12-05')
  const room = await makeRoom(app.db)
  const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20', '10:30')
  const { browser } = await makeVisitor(app)
  const marks = async (by = admin) =>
    (await by.ok(getDashboard, { query: { page: '1', date: day.date } })).queue!.competing.map(
      ({ holds_half }) => holds_half,
    )
  const book = (own: typeof slots) =>
    browser.ok(reserveMeeting, {
      body: {
        event_date_id: day.id,
        room_id: room.id,
        visitor: meetingParty,
        time_slots: own.map(({ id }) => ({ available_room_id: id })),
      },
    })
  const { reservation } = await book(slots.slice(0, 2))
  expect(await marks(), 'half').toEqual([false])
  await book(slots.slice(2, 3))
  expect(await marks(), 'more than half').toEqual([true, true])
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  app.setClock(day.date, '10:25')
  const { browser: colleague } = await makeAdmin(app)
  expect(await marks(colleague), 'also when a part is over').toEqual([true])
})

test('the reservation that a request would replace does not compete with it', async () => {
  const day = await makeEventDate(app.db, '2026-12-07')
  const meeting = { kind: 'GROUP_MEETING', status: 'APPROVED' } as const
  const { browser, reservation } = await makeReservation(app, admin, day, meeting)
  const room = await makeRoom(app.db)
  const slots = await makeRoomSlots(app.db, day, room, '10:00')
  const body = { ...meetingForm(room, slots).body, replaces: reservation.id }
  await browser.ok(reserveMeeting, { body })
  const competing = async () =>
    (await admin.ok(getDashboard, { query: { page: '1', date: day.date } })).queue!.competing
  expect(await competing()).toMatchObject([{ company: 0, overlapping: 0, holds_half: false }])
  await browser.ok(requestCancellation, cancelRequest(reservation))
  expect(await competing()).toMatchObject([
    { company: 1, overlapping: 1, holds_half: true },
    { company: 1, overlapping: 1, holds_half: true },
  ])
})

test('requests with erased companies have no competitors', async () => {
  const day = await makeEventDate(app.db, '2026-12-06')
  await makeReservation(app, admin, day)
  await makeReservation(app, admin, day)
  await sql`update reservations set visitor = jsonb_set(visitor, '{company}', '""') where date = ${day.date}`.execute(
    app.db,
  )
  const { queue } = await admin.ok(getDashboard, { query: { page: '1', date: day.date } })
  expect(queue!.competing.map(({ company }) => company)).toEqual([0, 0])
})
