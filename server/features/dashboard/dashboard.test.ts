import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getDashboard, getStats, type Dashboard } from '../../../contract/admin/dashboard.ts'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import { listQueue, listWaitingIds, QUEUE_PAGE, type QueuePage } from '../../../contract/admin/queue.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeVisitor } from '../../../test/make.ts'
import { decision, makeManyTours, makeReservation } from '../../../test/make-reservation.ts'

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
/** Every reservation that there is, by the name that the tests give it. */
const ids: Record<string, number> = {}
const nameOf = (id: number) => Object.keys(ids).find((name) => ids[name] === id)

/** A list of the dashboard as `date: names`, tours before meetings. */
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
  expect(await admin.ok(getDashboard, {})).toEqual({
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
    const { dates, docents, rooms, reservations } = await admin.ok(getDashboard, {})
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
    expect((await admin.ok(getDashboard, {})).stats).toEqual(stats)
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
    const dashboard = await browser.ok(getDashboard, {})
    expect(dashboard.stats).toEqual(stats)
    const completed = dashboard.reservations.completed.flatMap(({ tours, meetings }) => [
      ...tours,
      ...meetings,
    ])
    expect(completed).toHaveLength(stats.completed_tours + stats.completed_meetings)
    for (const reservation of completed) expect(reservation.can_cancel).toBe(false)
  })

  test('what can be cancelled says so to the administrator', async () => {
    const { reservations } = await admin.ok(getDashboard, {})
    const canCancel = (days: Dashboard['reservations']['pending']) =>
      new Set(days.flatMap(({ tours, meetings }) => [...tours, ...meetings]).map((each) => each.can_cancel))
    expect(canCancel(reservations.pending)).toEqual(new Set([true]))
    expect(canCancel(reservations.approved)).toEqual(new Set([true]))
    expect(canCancel(reservations.cancel_requested)).toEqual(new Set([false]))
  })

  test('an approval moves one from the waiting to the approved', async () => {
    const id = ids['tour waits']!
    await admin.ok(actOnReservation, decision({ id, type: 'VIP_TOUR' }, 'approve'))
    const { stats, reservations } = await admin.ok(getDashboard, {})
    expect(stats).toMatchObject({ pending_tours: 1, today_tours: 5 })
    expect(named(reservations.approved)[0]).toContain('tour waits')
    expect(named(reservations.pending)).toEqual([expect.not.arrayContaining(['tour waits'])])
  })
})

test('the tier is told of members of whom something waits, and of nobody else', async () => {
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
  const { member_tiers } = await admin.ok(getDashboard, {})
  expect(member_tiers).toEqual([
    { id: vip.member.id, is_vip: true, is_vvip: false },
    { id: vvip.member.id, is_vip: true, is_vvip: true },
  ])
})

describe('the queue', () => {
  const [QUEUE_DAY, LATER] = ['2026-12-01', '2026-12-02']
  const queue = (query: CallInput<typeof listQueue>['query'] = {}) => admin.ok(listQueue, { query })
  const namesOf = ({ results }: QueuePage) => results.map(({ reservation }) => nameOf(reservation.id))
  let days: { id: number; date: string }[]

  beforeAll(async () => {
    const { ids: left } = await admin.ok(listWaitingIds, {})
    for (const [action, of] of [
      ['reject', left],
      ['approve_cancellation', left],
    ] as const)
      await admin.ok(decideReservations, { body: { action, reservation_ids: of, reason: '정리' } })
    days = [await makeEventDate(app.db, QUEUE_DAY), await makeEventDate(app.db, LATER)]
    for (const [name, day, status, time] of [
      ['later', days[1]!, 'PENDING', '09:00'],
      ['late', days[0]!, 'PENDING', '15:00'],
      ['to cancel', days[0]!, 'CANCEL_REQUESTED', '12:00'],
      ['early', days[0]!, 'PENDING', '10:00'],
      ['agreed', days[0]!, 'APPROVED', '10:00'],
    ] as const) {
      app.passMinutes(1)
      const { reservation, member } = await makeReservation(app, admin, day, { status, time })
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

  test('has what waits by its time, with how many there are on each date', async () => {
    const found = await queue()
    expect(namesOf(found)).toEqual(['early', 'to cancel', 'late', 'later'])
    expect(found).toMatchObject({
      has_reservations: true,
      count: 4,
      past: 0,
      days: [
        { date: QUEUE_DAY, count: 3 },
        { date: LATER, count: 1 },
      ],
      next: null,
    })
    expect(await admin.ok(listWaitingIds, {})).toEqual({
      ids: ['early', 'to cancel', 'late', 'later'].map((name) => ids[name]),
    })
  })

  test('also by how long it has waited, a request to cancel since it was made', async () => {
    expect(namesOf(await queue({ order: 'waiting' }))).toEqual(['later', 'late', 'to cancel', 'early'])
    expect(namesOf(await queue({ order: 'waiting', date: QUEUE_DAY }))).toEqual([
      'late',
      'to cancel',
      'early',
    ])
  })

  test('finds by the words that every search knows, and counts those', async () => {
    const found = await queue({ search: '새봄로봇' })
    expect(namesOf(found)).toEqual(['early'])
    expect(found).toMatchObject({ count: 4, days: [{ date: QUEUE_DAY, count: 1 }] })
  })

  test('says what competes with each: its company on that date, its member at that time; and the tier', async () => {
    const { results } = await queue()
    const facts = results.map(({ competing, tier }) => [competing.company, competing.overlapping, tier])
    // The other two have the company of all test visitors.
    expect(facts).toEqual([
      [1, 1, { is_vip: true, is_vvip: false }],
      [1, 0, null],
      [1, 0, null],
      [0, 0, null],
    ])
  })

  test('has a request whose time is over among the past ones, and one to cancel stays', async () => {
    app.setClock(QUEUE_DAY, '16:00')
    const { browser } = await makeAdmin(app)
    const coming = await browser.ok(listQueue, { query: {} })
    expect(namesOf(coming)).toEqual(['to cancel', 'later'])
    expect(coming).toMatchObject({ count: 2, past: 2 })
    expect(namesOf(await browser.ok(listQueue, { query: { part: 'past' } }))).toEqual(['early', 'late'])
  })

  test('comes in pages, whatever is asked for: each once, also when another comes meanwhile', async () => {
    const { member } = await makeVisitor(app)
    const docent = await makeDocent(app.db)
    const many = { docent, member, day: days[1]!, status: 'PENDING' } as const
    await makeManyTours(app, { ...many, count: QUEUE_PAGE + 30 })
    for (const order of ['time', 'waiting'] as const) {
      const more: object = { order, limit: '9999' }
      const first = await queue(more)
      expect(first.results).toHaveLength(QUEUE_PAGE)
      expect(first.count).toBe(QUEUE_PAGE + 34 + (order === 'waiting' ? 1 : 0))
      if (order === 'time') await makeReservation(app, admin, days[0]!, { time: '09:00' })
      const second = await queue({ order, after: first.next! })
      const all = [...first.results, ...second.results].map(({ reservation }) => reservation.id)
      expect(second.next).toBeNull()
      expect([all.length, new Set(all).size]).toEqual([first.count, first.count])
    }
    expect((await admin.send(listQueue, { query: { after: '1; drop' } })).statusCode).toBe(400)
  })
})

test('a dashboard that has not changed is not sent again', async () => {
  const first = await admin.send(getDashboard, {})
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const again = await admin.send(getDashboard, {}, { 'if-none-match': String(first.headers['etag']) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
